import { firstPartIn } from "./written-dates.ts";

/** Whether 3/4/2026 is in April or in March: a property of the file, not of the person who imports it. */
export const dayOrders = ["dayFirst", "monthFirst"] as const;
export type DayOrder = (typeof dayOrders)[number];

interface LocalTime {
  readonly day: string;
  /** `HH:MM`; absent for a day alone. */
  readonly time?: string;
}

const numericDay =
  /^(\d{1,2})[-./](\d{1,2})[-./](\d{4}|\d{2})\.?(?:[ T,]+(\d{1,2})(?::(\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*([ap]\.?m\.?)?)?$/i;
const isoDay =
  /^(\d{4})[-./]\s?(\d{1,2})[-./]\s?(\d{1,2})\.?(?:[ T,]+(\d{1,2})(?::(\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*([ap]\.?m\.?)?)?$/i;
const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A day, perhaps with a local time, as spreadsheets write it: `3/4/2026 9:05 PM`, `3/4/2026 9pm`, `03.04.26`, `2026-04-03 21:05`. Two-digit years up to 68 are this century's,
 * as in spreadsheets. Undefined for anything else; whether the day exists is not checked.
 */
export function readLocalTime(text: string, order: DayOrder): LocalTime | undefined {
  const bare = text.replace(marks, "").trim();
  const iso = isoDay.exec(bare);
  const numeric = iso ? null : numericDay.exec(bare);
  const found = iso ?? numeric;
  if (!found) return undefined;
  const [first, second, third] = [found[1] ?? "", found[2] ?? "", found[3] ?? ""];
  const year = iso ? first : third.length === 4 ? third : `${Number(third) <= 68 ? "20" : "19"}${third}`;
  const [month, date] = iso ? [second, third] : order === "dayFirst" ? [second, first] : [first, second];
  const day = `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
  const [, , , , hour, minute, half] = found;
  if (hour === undefined) return { day };
  // An hour alone could be anything but one of the clock.
  if (minute === undefined && !half) return undefined;
  const isAfternoon = half !== undefined && /^p/i.test(half);
  // Programs write "14:30 PM" too.
  if (half && Number(hour) > (isAfternoon ? 23 : 12)) return undefined;
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  return { day, time: `${String(hours).padStart(2, "0")}:${minute ?? "00"}` };
}

/** The order in which an organization of that country writes days. */
export const usualDayOrder = (region: string): DayOrder => (firstPartIn(region) === "month" ? "monthFirst" : "dayFirst");

/** The order of days in a column, judging by its values: `either` if each could be read both ways, null if there are none to judge by. */
export function dayOrderOf(samples: readonly string[]): DayOrder | "either" | null {
  let seen = false;
  for (const sample of samples) {
    const numeric = numericDay.exec(sample.replace(marks, "").trim());
    if (!numeric) continue;
    seen = true;
    if (Number(numeric[1]) > 12) return "dayFirst";
    if (Number(numeric[2]) > 12) return "monthFirst";
  }
  return seen ? "either" : null;
}
