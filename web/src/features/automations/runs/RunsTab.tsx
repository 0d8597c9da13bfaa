import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";

/** An automation's runs, and the selected one. */
export const RunsTab = later(
  async () =>
    (await withWords(["automationRuns", "automations", "views", "tasks", "card", "validation", "errors"], import("./Runs.tsx")))
      .Runs,
  <SkeletonRows rows={8} columns={["1fr"]} />,
);
