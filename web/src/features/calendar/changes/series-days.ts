import { isDay } from "@kartis/core/cards/fields/day.ts";
import type { Meeting, Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";

/** The day on which a start is, by the clocks of a zone. */
export const dayOfStart = (start: string, timeZone: string): string =>
  isDay(start) ? start : dayOf(Date.parse(start), timeZone);

/**
 * The day by which a series that was divided at one of its times names that time; undefined where it may be another than the first one of the new series.
 * @param start when the time takes place now
 */
export function dayInContinuation(
  before: Pick<Occurrence, "day" | "start">,
  start: string,
  saved: Pick<Meeting, "start" | "timeZone">,
): string | undefined {
  // One that was moved by itself keeps its name.
  if (start === before.start) return before.day ?? undefined;
  const day = dayOfStart(start, saved.timeZone);
  return day === before.day || day === dayOfStart(saved.start, saved.timeZone) ? day : undefined;
}
