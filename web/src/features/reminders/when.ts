import { isDay } from "@kartis/core/cards/fields/day.ts";
import type { PendingReminder } from "@kartis/core/activities/reminders/schema.ts";
import type { Formatter } from "@kartis/i18n/format.ts";
import type { Translate } from "@kartis/i18n/translate.ts";

const minuteMs = 60_000;
/** Above this, a date and time are clearer than a number of minutes. */
const farMinutes = 90;

/** The time of a moment that is near, else its day too. */
export const momentText = (moment: string, nowMs: number, format: Formatter): string =>
  Math.abs(Date.parse(moment) - nowMs) > farMinutes * minuteMs ? format.dateTime(moment) : format.time(moment);

/** “Starts in 15 minutes, 13:00”. */
export function whenText(
  { type, startsAt, date }: Pick<PendingReminder, "type" | "startsAt" | "date">,
  nowMs: number,
  t: Translate,
  format: Formatter,
): string {
  const isTask = type === "TASK";
  if (date !== null && isDay(date)) return t(isTask ? "reminders.due.at" : "reminders.starts.at", { when: format.day(date) });
  const time = format.time(startsAt);
  const minutes = Math.ceil((Date.parse(startsAt) - nowMs) / minuteMs);
  if (Math.abs(minutes) > farMinutes)
    return t(isTask ? "reminders.due.at" : "reminders.starts.at", { when: format.dateTime(startsAt) });
  if (minutes > 0) return t(isTask ? "reminders.due.in" : "reminders.starts.in", { minutes, time });
  if (minutes === 0) return t(isTask ? "reminders.due.now" : "reminders.starts.now", { time });
  return t(isTask ? "reminders.due.past" : "reminders.starts.past", { time });
}
