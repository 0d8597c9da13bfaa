import { isDay } from "../../cards/fields/day.ts";
import { dayAfter, dayOf, instantOf, timeIn } from "../../kernel/zoned-time.ts";
import type { Rule, Series } from "../recurrence/schema.ts";
import type { ActivityValues } from "../types/definition.ts";
import type { MeetingException } from "./meeting.ts";

/*
 * When a meeting is, from its stored values. Apart from the rest, since the replica and the types need it.
 */

/** Time and recurrence of a meeting. */
export interface Timing {
  /** An instant or a day. */
  readonly start: string;
  readonly minutes: number | null;
  readonly days: number | null;
  readonly timeZone: string;
  readonly repeat: Rule | null;
  readonly exceptions: readonly MeetingException[];
}

/** The timing in stored values. */
export const timingOf = ({ start, minutes, days, timeZone, repeat, exceptions }: ActivityValues): Timing => ({
  start: typeof start === "string" ? start : "",
  minutes: typeof minutes === "number" ? minutes : null,
  days: typeof days === "number" ? days : null,
  timeZone: typeof timeZone === "string" ? timeZone : "UTC",
  repeat: (repeat as Rule | undefined) ?? null, // as the schema accepted it
  exceptions: Array.isArray(exceptions) ? (exceptions as MeetingException[]) : [], // as they were made
});

/** The series of a meeting that repeats. */
export function seriesOf({ start, timeZone, repeat, exceptions }: Omit<Timing, "minutes" | "days">): Series | undefined {
  if (!repeat) return undefined;
  const at = isDay(start)
    ? { day: start, time: null, timeZone }
    : { day: dayOf(Date.parse(start), timeZone), time: timeIn(Date.parse(start), timeZone), timeZone };
  return { rule: repeat, start: at, exceptions: [...exceptions] };
}

/** Start that the rule produces on a day, before exceptions. */
export const startOn = ({ start, timeZone }: Pick<Timing, "start" | "timeZone">, day: string): string =>
  isDay(start) ? day : instantOf(day, timeIn(Date.parse(start), timeZone), timeZone);

/** True when the clocks skip the hour of a series on that day: there it takes place later, and a series that began with that would keep the later hour. */
export const isSkippedOn = ({ start, timeZone }: Pick<Timing, "start" | "timeZone">, day: string): boolean =>
  !isDay(start) && timeIn(Date.parse(startOn({ start, timeZone }, day)), timeZone) !== timeIn(Date.parse(start), timeZone);

/** End of a meeting that starts then: the instant, or the day after the last one. */
export const endOf = (start: string, { minutes, days }: Pick<Timing, "minutes" | "days">): string =>
  isDay(start) ? dayAfter(start, days ?? 1) : new Date(Date.parse(start) + (minutes ?? 0) * 60_000).toISOString();

/** Days and instants on one scale: a day at the instant at which it begins in a zone. */
export const instantAt = (start: string, timeZone: string): string =>
  isDay(start) ? instantOf(start, "00:00", timeZone) : start;

/** The longest that it lasts at any time, in milliseconds. */
export function longestMs({ minutes, days, exceptions }: Pick<Timing, "minutes" | "days" | "exceptions">): number {
  const all = [{ minutes, days }, ...exceptions.flatMap((one) => (one.type === "changed" ? [one] : []))];
  return Math.max(...all.map((one) => Math.max((one.minutes ?? 0) * 60_000, (one.days ?? 0) * 86_400_000)));
}

/** The description of a meeting at one of its times. Not part of an `Occurrence`, since a window can have thousands of those. */
export function descriptionOn(
  { description, exceptions }: { readonly description: string | null } & Pick<Timing, "exceptions">,
  day: string | null,
): string | null {
  const changed = exceptions.find((one) => one.type === "changed" && one.day === day);
  return changed?.type === "changed" && changed.description !== undefined ? changed.description : description;
}
