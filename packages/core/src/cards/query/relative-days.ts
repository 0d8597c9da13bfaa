/*
 * Days that move with the calendar, so that a saved view says "14 days ago" on every day: `today`, `today-14`; with a `T` the instant at which that day begins where
 * the viewer is. They stand in filters as written, and become days and instants when the list is asked for.
 */

const form = /^today([+-]\d{1,4})?(T?)$/;
const pad = (number: number): string => String(number).padStart(2, "0");

/** Number of days from today in a relative value; undefined for any other value. */
export function daysFromToday(value: unknown): number | undefined {
  const match = typeof value === "string" ? form.exec(value) : null;
  return match ? Number(match[1] ?? 0) : undefined;
}

export const relativeDay = (days: number, isInstant: boolean): string =>
  `today${days === 0 ? "" : days > 0 ? `+${days}` : days}${isInstant ? "T" : ""}`;

/** The day, or the instant at which it begins; any other value as it is. */
export function momentOf(value: unknown, now = new Date()): unknown {
  const days = daysFromToday(value);
  if (days === undefined) return value;
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
  return String(value).endsWith("T")
    ? day.toISOString()
    : `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
}
