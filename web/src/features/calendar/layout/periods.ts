import { endOfMonth, endOfWeek, parseDate, startOfMonth, startOfWeek } from "@internationalized/date";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { CalendarView } from "../search.ts";
import { daysFrom } from "./wall.ts";

/** The first day of the week in which a day is; which one that is depends on the region. */
export const weekStartOf = (day: string, locale: string): string => startOfWeek(parseDate(day), locale).toString();

/** The days that a view shows: a month has the whole weeks it begins and ends in. Without a number of days, an agenda has none of its own. */
export function daysOf(view: Exclude<CalendarView, "agenda">, day: string, locale: string): readonly string[] {
  if (view === "day") return [day];
  if (view === "week") return daysFrom(weekStartOf(day, locale), 7);
  const date = parseDate(day);
  const first = weekStartOf(startOfMonth(date).toString(), locale);
  const last = endOfWeek(endOfMonth(date), locale).toString();
  return daysFrom(first, (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1);
}

/** The day to which Next and Previous go. In a month one stays on the day, or its last one where it has fewer. */
export function dayBeyond(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === "month") return parseDate(day).add({ months: by }).toString();
  return dayAfter(day, view === "day" ? by : 7 * by);
}
