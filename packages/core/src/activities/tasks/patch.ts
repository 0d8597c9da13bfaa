import { KartisError } from "../../kernel/error.ts";
import { instantOf, isSkipped } from "../../kernel/zoned-time.ts";
import type { ActivityValues } from "../types/definition.ts";
import { reasonAgainstRepeat } from "./next-due.ts";
import { withConsequences } from "./rules.ts";
import { type AcceptedTask, DueSchema, isLocalDue, type TaskPatch } from "./schema.ts";

/** A due date as it is stored. Throws INVALID_INPUT for a time that the clocks of the zone skip on that day, and for one beyond the calendar. */
function resolvedDue(due: string, timeZone: string): string {
  if (!isLocalDue(due)) return due;
  const [day = "", time = ""] = due.split("T");
  const wrong = (message: string) => new KartisError("INVALID_INPUT", { fields: { due: message } });
  if (isSkipped(day, time, timeZone)) throw wrong("validation.skippedTime");
  const instant = DueSchema.safeParse(instantOf(day, time, timeZone));
  if (!instant.success) throw wrong("validation.due");
  return instant.data;
}

/** A patch with its consequences. Throws INVALID_INPUT for a time that does not exist, and for a rule that never occurs from the task's date on. */
export function patchOf(asked: AcceptedTask, current: ActivityValues, timeZone: string, at: string): ActivityValues {
  const given = asked.due === undefined ? asked : { ...asked, due: resolvedDue(asked.due, timeZone) };
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
