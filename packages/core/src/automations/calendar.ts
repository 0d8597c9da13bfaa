/* Calendar arithmetic in days and longer units. */

export const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 7 * 86_400_000 } as const;

/** Adds a signed amount to a day. A month after the 31st is the last day of the next month. */
export function laterDay(day: string, amount: number, unit: "days" | "weeks" | "months" | "years"): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  if (unit === "days" || unit === "weeks")
    return new Date(Date.parse(`${day}T00:00:00Z`) + amount * unitMs[unit]).toISOString().slice(0, 10);
  const months = month - 1 + amount * (unit === "years" ? 12 : 1);
  const lastDate = dateOf(year, months + 1, 0).getUTCDate();
  return dateOf(year, months, Math.min(date, lastDate)).toISOString().slice(0, 10);
}

/** `Date.UTC` takes the years before 100 for ones of the last century. */
const dateOf = (year: number, month: number, date: number): Date => new Date(new Date(0).setUTCFullYear(year, month, date));
