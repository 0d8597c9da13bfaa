import { withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";

/** An automation's published versions and their differences. */
export const VersionsTab = later(
  async () => (await withWords(["automationRuns", "automations", "views", "tasks", "card"], import("./Versions.tsx"))).Versions,
  <SkeletonRows rows={6} columns={["1fr"]} />,
);
