/*
 * Dates and times in digits as people write them: “3.1.27”, “2026-12-03”, “9:30 pm”. Words of a language are read by those who know them.
 */

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

type DatePart = "year" | "month" | "day";
const orders = new Map<string, readonly DatePart[]>();

/** The region's numeric date format; day first for unknown regions. */
function formatIn(known: string): Intl.DateTimeFormat {
  const region = known || "GB";
  const { language } = new Intl.Locale("und", { region }).maximize();
  const latin = { calendar: "gregory", numberingSystem: "latn", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(`${language}-${region}`, { ...latin, year: "numeric", month: "numeric", day: "numeric" });
}

/** The order in which the region writes the parts of a date. */
function orderIn(region: string): readonly DatePart[] {
  const known = orders.get(region);
  if (known) return known;
  const order = formatIn(region)
    .formatToParts(0)
    .flatMap(({ type }) => (type === "year" || type === "month" || type === "day" ? [type] : []));
  orders.set(region, order);
  return order;
}

/** First part of a date in the region. @param region ISO country */
export const firstPartIn = (region: string): DatePart => orderIn(region)[0] ?? "day";

/** A day as the region writes it: `11/20/2026`, `20.11.2026`, `2026. 11. 20.` */
export const writtenIn = (region: string, day: string): string => formatIn(region).format(at(day));

/** A day as `YYYY-MM-DD`; undefined for one that does not exist. */
export function existingDay(year: number, month: number, day: number): string | undefined {
  if (year < 1 || year > 9999) return undefined;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  const isSame = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isSame ? date.toISOString().slice(0, 10) : undefined;
}

/** A year from its digits: two are of the century in which the year is nearest to `today` (`YYYY-MM-DD`). */
export function fullYear(digits: string, today: string): number {
  const typed = Number(digits);
  if (digits.length > 2) return typed;
  const now = Number(today.slice(0, 4));
  const year = now - (now % 100) + typed;
  return year > now + 50 ? year - 100 : year <= now - 50 ? year + 100 : year;
}

/** The year that is meant where none is written; undefined where the day exists in none. */
export type WithoutYear = (month: number, day: number, today: string) => string | undefined;

/** The day of that name nearest to today: what a date field means. */
export const nearest: WithoutYear = (month, day, today) => {
  const year = Number(today.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((candidate) => existingDay(candidate, month, day) ?? []);
  return days.toSorted((a, b) => Math.abs(at(a) - at(today)) - Math.abs(at(b) - at(today)))[0];
};

/** The next day of that name, today included: what a deadline means. 29 February may be up to eight years away. */
export const upcoming: WithoutYear = (month, day, today) => {
  const year = Number(today.slice(0, 4));
  for (let candidate = year; candidate <= year + 8; candidate++) {
    const found = existingDay(candidate, month, day);
    if (found !== undefined && found >= today) return found;
  }
  return undefined;
};

/**
 * A date in digits, as its two or three parts in the order they are written; undefined where they are none.
 * @param region ISO country: whether 3.4. is in April or in March. The other order is taken where only that one makes a day.
 */
export function numericDay(
  parts: readonly string[],
  { today, region }: { readonly today: string; readonly region: string },
  withoutYear: WithoutYear,
): string | undefined {
  if (!parts.every((part) => /^\d{1,4}$/.test(part))) return undefined;
  const [first = "", second = "", third] = parts;
  const order = orderIn(region);
  if (parts.length === 2) {
    const [day, month] = order.indexOf("day") < order.indexOf("month") ? [first, second] : [second, first];
    return withoutYear(Number(month), Number(day), today) ?? withoutYear(Number(day), Number(month), today);
  }
  if (parts.length !== 3 || third === undefined) return undefined;
  if (first.length > 2) return existingDay(Number(first), Number(second), Number(third));
  // A year of four digits cannot be taken for anything else, whatever the region does.
  const isYearLast = third.length > 2 || order[0] !== "year";
  if (!isYearLast) return existingDay(fullYear(first, today), Number(second), Number(third));
  const year = fullYear(third, today);
  const [day, month] = order.indexOf("day") < order.indexOf("month") || order[0] === "year" ? [first, second] : [second, first];
  // The other order, where only that one makes a day: 24 is no month.
  return existingDay(year, Number(month), Number(day)) ?? existingDay(year, Number(day), Number(month));
}

export type CalendarUnit = "day" | "week" | "month" | "year";

/** The day so many units after `today`, or before it; the 31st of a shorter month is its last day. */
export function shiftedDay(today: string, count: number, unit: CalendarUnit): string | undefined {
  const [year = 0, month = 1, day = 1] = today.split("-").map(Number);
  if (unit === "day" || unit === "week") {
    const ms = at(today) + count * (unit === "week" ? 7 : 1) * 86_400_000;
    const date = new Date(ms);
    return Number.isNaN(date.getTime())
      ? undefined
      : existingDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  }
  const months = year * 12 + (month - 1) + count * (unit === "year" ? 12 : 1);
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate();
  return existingDay(toYear, toMonth, Math.min(day, last));
}

/** A time of day as `HH:MM`: `9`, `930`, `9:30`, `9.30`, `9pm`, `9:30 pm`; in lower case. */
export function numericTime(text: string): string | undefined {
  const match = /^(\d{1,2})(?:[:.]?(\d{2}))?\s*(a|p)?\.?(?:m\.?)?$/.exec(text);
  if (!match) return undefined;
  const [, hours = "", minutes = "00", half] = match;
  const typed = Number(hours);
  if (half && (typed < 1 || typed > 12)) return undefined;
  const hour = half ? (typed % 12) + (half === "p" ? 12 : 0) : typed;
  return hour < 24 && Number(minutes) < 60 ? `${String(hour).padStart(2, "0")}:${minutes}` : undefined;
}
