import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";

/** What an automation would have done over the last days. */
export const SimulationTab = later(
  async () =>
    (
      await withWords(
        ["automationRuns", "automations", "views", "tasks", "card", "sms", "whatsapp", "validation", "errors"],
        import("./Simulation.tsx"),
      )
    ).Simulation,
  <SkeletonRows rows={8} columns={["1fr"]} />,
);
