import { KartisError } from "../../kernel/error.ts";
import type { ActivityValues } from "../types/definition.ts";
import { reasonAgainstRepeat } from "./next-due.ts";
import { withConsequences } from "./rules.ts";
import type { AcceptedTask, TaskPatch } from "./schema.ts";

/** A patch with its consequences. Throws INVALID_INPUT for a rule that never occurs from the task's date on. */
export function patchOf(given: AcceptedTask, current: ActivityValues, timeZone: string, at: string): ActivityValues {
  const patch = withConsequences(given, current, timeZone, at);
  const reason = given.repeat && reasonAgainstRepeat({ ...current, ...patch });
  if (reason) throw new KartisError("INVALID_INPUT", { fields: { repeat: reason } });
  return patch;
}

/** References in a patch that `requireReferences` must check. */
export const namedBy = ({ assignedTo, cardId }: Pick<TaskPatch, "assignedTo" | "cardId">) => ({
  people: { assignedTo },
  cards: { cardId },
});
