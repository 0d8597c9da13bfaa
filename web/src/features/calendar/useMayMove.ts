import { useWhyNotTask } from "../tasks/rights.ts";
import type { Entry } from "./entries.ts";

/** Whether the person may change when something is. */
export function useMayMove(): (entry: Entry) => boolean {
  const whyNotTask = useWhyNotTask();
  return (entry) => (entry.kind === "task" ? whyNotTask("update", entry.task) === undefined : entry.occurrence.canUpdate);
}
