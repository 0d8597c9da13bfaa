import { useWhyNot } from "../records/rights.ts";
import { useWhyNotTask } from "../tasks/rights.ts";
import type { Entry } from "./entries.ts";

/** Whether the person may change the time of an entry. */
export function useMayMove(): (entry: Entry) => boolean {
  const whyNotTask = useWhyNotTask();
  const whyNotCard = useWhyNot();
  return (entry) =>
    entry.kind === "meeting"
      ? entry.occurrence.canUpdate
      : entry.kind === "task"
        ? whyNotTask("update", entry.task) === undefined
        : whyNotCard("update", entry.card) === undefined;
}
