import { isDay } from "../../cards/fields/day.ts";
import { dayAfter, dayOf, endOfDay, instantOf } from "../../kernel/zoned-time.ts";
import { longestInterval, mostTimes, weekdays } from "./limits.ts";
import { type DayOfMonth, type Rule, type Start, type Weekday, type WeekOfMonth } from "./schema.ts";
import { weekdayOf } from "./weeks.ts";

const frequencies = { day: "DAILY", week: "WEEKLY", month: "MONTHLY", year: "YEARLY" } as const;
const ordinals: Readonly<Record<WeekOfMonth, string>> = { first: "1", second: "2", third: "3", fourth: "4", last: "-1" };

/** A rule as the value of an RRULE (RFC 5545 section 3.3.10). */
export function toRRule(rule: Rule, start: Start): string {
  const { every, ends } = rule;
  const parts = [
    `FREQ=${frequencies[rule.frequency]}`,
    ...(every > 1 ? [`INTERVAL=${every}`] : []),
    ...(rule.frequency === "year" ? [`BYMONTH=${rule.month}`] : []),
    ...(rule.frequency === "month" || rule.frequency === "year" ? [dayPart(rule.on)] : []),
    ...(rule.frequency === "week" ? [`BYDAY=${rule.weekdays.join(",")}`] : []),
    ...(rule.frequency === "week" && rule.weekStart !== "MO" ? [`WKST=${rule.weekStart}`] : []),
    ...(ends.type === "after" ? [`COUNT=${ends.times}`] : []),
    ...(ends.type === "on" ? [`UNTIL=${untilOf(ends.day, start)}`] : []),
  ];
  return parts.join(";");
}

const dayPart = (on: DayOfMonth): string =>
  on.by === "day" ? `BYMONTHDAY=${on.day}` : `BYDAY=${ordinals[on.week]}${on.weekday}`;

const compact = (text: string): string => text.replace(/\.\d+|[-:]/g, "");

/** UNTIL is inclusive, and in UTC where the start has a time (RFC 5545, erratum 4414): the end of the day, or what a clock change moves beyond it. */
function untilOf(day: string, { time, timeZone }: Start): string {
  if (time === null) return compact(day);
  const [end, at] = [endOfDay(day, timeZone), instantOf(day, time, timeZone)];
  return compact(at > end ? at : end);
}

/**
 * The rule that an RRULE says, with or without that name before it; undefined where it says more than rules here can (several days of a month, hours, sets).
 * @param start the DTSTART, from which missing parts are taken
 */
export function fromRRule(text: string, start: Start): Rule | undefined {
  const parts = partsOf(text);
  const frequency = parts?.get("FREQ");
  if (!parts || !frequency) return undefined;
  const every = numberIn(parts.get("INTERVAL") ?? "1", 1, longestInterval);
  const ends = endsOf(parts, start);
  const weekStart = weekdayNamed(parts.get("WKST") ?? "MO");
  if (every === undefined || !ends || !weekStart) return undefined;
  const has = (...names: readonly string[]) => names.some((name) => parts.has(name));

  switch (frequency) {
    case "DAILY":
      return has("BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS") ? undefined : { frequency: "day", every, ends };
    case "WEEKLY": {
      const named = parts.get("BYDAY")?.split(",") ?? [weekdayOf(start.day)];
      const isKnown = named.every((day) => weekdayNamed(day));
      if (!isKnown || has("BYMONTHDAY", "BYMONTH", "BYSETPOS")) return undefined;
      return { frequency: "week", every, weekdays: weekdays.filter((day) => named.includes(day)), weekStart, ends };
    }
    case "MONTHLY": {
      const on = has("BYMONTH") ? undefined : dayOfMonth(parts, start);
      return on && { frequency: "month", every, on, ends };
    }
    case "YEARLY": {
      // Without a month, a day of the month is one of each, and a weekday one of the year.
      if (!has("BYMONTH") && has("BYDAY", "BYMONTHDAY")) return undefined;
      const month = numberIn(parts.get("BYMONTH") ?? String(Number(start.day.slice(5, 7))), 1, 12);
      const on = dayOfMonth(parts, start);
      return month !== undefined && on ? { frequency: "year", every, month, on, ends } : undefined;
    }
    default:
      return undefined;
  }
}

const known = new Set(["FREQ", "INTERVAL", "BYDAY", "BYMONTHDAY", "BYMONTH", "BYSETPOS", "WKST", "COUNT", "UNTIL"]);

function partsOf(text: string): Map<string, string> | undefined {
  const parts = new Map<string, string>();
  for (const part of text
    .trim()
    .replace(/^RRULE:/i, "")
    .toUpperCase()
    .split(";")) {
    const [name = "", value = "", ...more] = part.split("=");
    if (!known.has(name) || value === "" || more.length > 0 || parts.has(name)) return undefined;
    parts.set(name, value);
  }
  return parts;
}

function numberIn(text: string, from: number, to: number): number | undefined {
  const number = /^[+-]?\d{1,4}$/.test(text) ? Number(text) : Number.NaN;
  return number >= from && number <= to ? number : undefined;
}

const weekdayNamed = (name: string): Weekday | undefined => weekdays.find((day) => day === name);
function dayOfMonth(parts: ReadonlyMap<string, string>, start: Start): DayOfMonth | undefined {
  const [byDay, byMonthDay, position] = [parts.get("BYDAY"), parts.get("BYMONTHDAY"), parts.get("BYSETPOS")];
  if (byDay !== undefined) {
    const [, ordinal, name = ""] = /^([+-]?\d+)?([A-Z]{2})$/.exec(byDay) ?? [];
    const weekday = weekdayNamed(name);
    // Outlook writes the second Tuesday as BYDAY=TU;BYSETPOS=2.
    const number = Number(ordinal ?? position);
    const week = (["first", "second", "third", "fourth", "last"] as const).find((key) => Number(ordinals[key]) === number);
    const isClear = byMonthDay === undefined && (ordinal === undefined || position === undefined);
    return weekday && week && isClear ? { by: "weekday", week, weekday } : undefined;
  }
  if (position !== undefined) return undefined;
  const day = numberIn(byMonthDay ?? String(Number(start.day.slice(8))), -1, 31);
  return day === undefined || day === 0 ? undefined : { by: "day", day };
}

function endsOf(parts: ReadonlyMap<string, string>, start: Start): Rule["ends"] | undefined {
  const [count, until] = [parts.get("COUNT"), parts.get("UNTIL")];
  if (count !== undefined && until !== undefined) return undefined;
  if (count !== undefined) {
    const times = numberIn(count, 1, mostTimes);
    return times === undefined ? undefined : { type: "after", times };
  }
  // Others write the last month there is for “without an end”.
  if (until === undefined || until.startsWith("999912")) return { type: "never" };
  const day = lastDayOf(until, start);
  if (day === undefined) return undefined;
  return day < "9999" ? { type: "on", day } : { type: "never" };
}

/** The last day whose occurrence is not after UNTIL. */
function lastDayOf(until: string, { time, timeZone }: Start): string | undefined {
  const [, year, month, day, hour, minute, second, zulu] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/.exec(until) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isDay(date)) return undefined;
  if (time === null || hour === undefined) return date;
  const end =
    zulu === "Z"
      ? Date.parse(`${date}T${hour}:${minute}:${second}Z`)
      : Date.parse(instantOf(date, `${hour}:${minute}`, timeZone));
  if (Number.isNaN(end)) return undefined;
  const last = dayOf(end, timeZone);
  const candidate = [dayAfter(last), last].find((at) => Date.parse(instantOf(at, time, timeZone)) <= end);
  return candidate ?? dayAfter(last, -1);
}
