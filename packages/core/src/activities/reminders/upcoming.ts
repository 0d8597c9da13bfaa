import type { ActivityValues, Reminder } from "../types/definition.ts";
import { type ActivityType, definitionOf } from "../types/list.ts";

/** The first reminder of an activity with these values that is at the instant or later; undefined where there is none, or it is done. */
export function nextReminder(type: ActivityType, values: ActivityValues, from: string): Reminder | undefined {
  const definition = definitionOf(type);
  const { series } = definition;
  const { remindAt, isDone, startsAt, dueAt } = definition.columns(values);
  if (isDone || remindAt === null) return undefined;
  if (series?.repeats(values)) return series.nextReminder(values, from);
  const start = startsAt ?? dueAt;
  return start !== null && remindAt >= from ? { at: remindAt, startsAt: start, day: null } : undefined;
}
