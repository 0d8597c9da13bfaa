import { weekdays } from "./limits.ts";
import type { Weekday } from "./schema.ts";

const fromSunday = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

/** @param number as `Date` counts, 0 for Sunday */
export const weekdayNumbered = (number: number): Weekday => fromSunday[number] ?? "SU";

/** @param date `YYYY-MM-DD` */
export const weekdayOf = (date: string): Weekday => weekdayNumbered(new Date(`${date}T00:00:00Z`).getUTCDay());

/** The days of a week that begins with one of them. */
export function weekFrom(weekStart: Weekday): readonly Weekday[] {
  const first = weekdays.indexOf(weekStart);
  return [...weekdays.slice(first), ...weekdays.slice(0, first)];
}

/** The days on which people work, the first one first. @param region ISO country */
export const workdaysIn = (region: string): readonly Weekday[] => weekFrom(region === "IL" ? "SU" : "MO").slice(0, 5);
