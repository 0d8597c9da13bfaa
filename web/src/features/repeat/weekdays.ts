import { parseDate, startOfWeek } from "@internationalized/date";
import type { Weekday } from "@kartis/core/activities/recurrence/schema.ts";
import { weekdayOf } from "@kartis/core/activities/recurrence/weeks.ts";

/** Any week; its Sunday. */
const sunday = "2026-11-22";
const offsets: Readonly<Record<Weekday, number>> = { SU: 0, MO: 1, TU: 2, WE: 3, TH: 4, FR: 5, SA: 6 };

/** The name of a day of the week by itself; in the catalogue it is worded for a sentence. In Hebrew, short names still have the word “day”: the letter is enough. */
export const weekdayName = (weekday: Weekday, locale: string, width: "short" | "long"): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: width === "short" && locale.startsWith("he") ? "narrow" : width,
    timeZone: "UTC",
  }).format(parseDate(sunday).add({ days: offsets[weekday] }).toDate("UTC"));

/** The day that weeks begin with, by the language and the region. */
export const weekStartIn = (locale: string): Weekday => weekdayOf(startOfWeek(parseDate(sunday), locale).toString());
