import { isDay } from "../../cards/fields/day.ts";
import { dayAfter, dayOf, endOfDay } from "../../kernel/zoned-time.ts";
import { nextAfter, reasonAgainst } from "../recurrence/occurrences.ts";
import type { Rule, Series, Start } from "../recurrence/schema.ts";
import type { ActivityValues } from "../types/definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Catalogue key of the error in the repeat rule of a task with these values; undefined if the rule is valid or absent. */
export function reasonAgainstRepeat({ repeat, repeatStart }: ActivityValues): string | undefined {
  const series = seriesOf(repeat, repeatStart);
  return series && reasonAgainst(series);
}

const seriesOf = (repeat: unknown, start: unknown): Series | undefined =>
  repeat && start ? { rule: repeat as Rule, start: start as Start, exceptions: [] } : undefined; // as the schema and `startOf` made them

/**
 * When the one after a task with these values is due: by its rule, after the task's own date and after now, so that what was missed is not made up for.
 * Undefined where it does not repeat, or no more.
 * @param mayBeToday of a series of whole days, whether today is still to come: it is over for a task that is done today.
 */
export function dueOfNext(values: ActivityValues, nowMs: number, mayBeToday = false): string | undefined {
  const series = seriesOf(values["repeat"], values["repeatStart"]);
  if (!series) return undefined;
  const { time, timeZone: zone } = series.start;
  const due = text(values["due"]) ?? "";
  const instant = text(values["dueAt"]) ?? "";
  const after =
    time === null
      ? [isDay(due) ? due : dayOf(Date.parse(due), zone), dayAfter(dayOf(nowMs, zone), mayBeToday ? -1 : 0)].toSorted().at(-1)
      : [instant, new Date(nowMs).toISOString()].toSorted().at(-1);
  const next = nextAfter(series, after ?? due);
  return next && (next.at ?? next.day);
}

/**
 * What follows for a task from the organization's zone: a day is due at its end there, and a series of whole days goes by the days there; one with a time keeps the
 * clocks that it was made by.
 */
export function byZone({ due, repeatStart }: ActivityValues, timeZone: string): ActivityValues {
  const start = repeatStart as Start | null | undefined; // as `startOf` made it
  return {
    ...(typeof due === "string" ? { dueAt: isDay(due) ? endOfDay(due, timeZone) : due } : {}),
    ...(start && start.time === null ? { repeatStart: { ...start, timeZone } } : {}),
  };
}

/** "done" is not stored. */
export const repeatsOnDate = ({ repeatOn }: ActivityValues): boolean => repeatOn === "date";

/**
 * The instant, `from` or later, at which the next of an open task is made although nobody has done it. Undefined where none follows, and once it is made. A date
 * that is already over counts as being over at `from`.
 */
export function continuesAt(values: ActivityValues, from: string): string | undefined {
  const { dueAt, done, nextId } = values;
  if (!repeatsOnDate(values) || done === true || nextId !== undefined || typeof dueAt !== "string") return undefined;
  const at = dueAt > from ? dueAt : from;
  const hasNext = dueOfNext(values, Date.parse(at), true) !== undefined;
  return hasNext ? at : undefined;
}
