import { dayAfter } from "../../kernel/zoned-time.ts";
import { mostTimes, weekdays, weeksOfMonth } from "./limits.ts";
import { daysOf } from "./occurrences.ts";
import type { DayOfMonth, Rule, Series } from "./schema.ts";
import { weekdayOf } from "./weeks.ts";
import { dayMs } from "../../kernel/time-units.ts";

/** The same kind of day of a month, at another day. */
function dayOfMonth(on: DayOfMonth, day: string): DayOfMonth {
  const number = Number(day.slice(8));
  const isLast = dayAfter(day).slice(8) === "01";
  if (on.by === "day") return { by: "day", day: on.day === -1 && isLast ? -1 : number };
  const isInLastWeek = dayAfter(day, 7).slice(0, 7) !== day.slice(0, 7);
  const week = on.week === "last" && isInLastWeek ? "last" : (weeksOfMonth[Math.ceil(number / 7) - 1] ?? "last");
  return { by: "weekday", week, weekday: weekdayOf(day) };
}

/** The rule that gives the second day instead of the first. */
function ruleAt(rule: Rule, from: string, to: string): Rule {
  switch (rule.frequency) {
    case "day":
      return rule;
    case "week": {
      const days = new Set(rule.weekdays.map((day) => (day === weekdayOf(from) ? weekdayOf(to) : day)));
      return { ...rule, weekdays: weekdays.filter((day) => days.has(day)) };
    }
    case "month":
      return { ...rule, on: dayOfMonth(rule.on, to) };
    case "year":
      return { ...rule, month: Number(to.slice(5, 7)), on: dayOfMonth(rule.on, to) };
  }
}

type Dates = Pick<Series, "rule" | "start">;

const firstDayOf = (series: Dates): string | undefined => {
  for (const day of daysOf(series)) return day;
  return undefined;
};
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
const monthStart = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10);

/** Where the moved series begins: with the day that its first one becomes. */
function startOf({ rule, start }: Dates, next: Rule, from: string, to: string): string {
  const days = daysBetween(from, to);
  const first = firstDayOf({ rule, start }) ?? start.day;
  const unending = { ...next, ends: { type: "never" } } as const;
  switch (next.frequency) {
    case "day":
      return dayAfter(first, days);
    case "week": {
      // The one that is moved may come to stand before the others, or behind them. A series that ends within its first week has not all of its days.
      const firsts = new Map<string, string>();
      for (const day of daysOf({ rule, start })) {
        if (firsts.has(weekdayOf(day))) break;
        firsts.set(weekdayOf(day), weekdayOf(day) === weekdayOf(from) ? dayAfter(day, days) : day);
      }
      return [...firsts.values()].toSorted()[0] ?? dayAfter(first, days);
    }
    // Another weekday of the month is not in every month as many days later.
    case "month": {
      const begin = monthStart(monthOf(first) + monthOf(to) - monthOf(from));
      return firstDayOf({ rule: unending, start: { ...start, day: begin } }) ?? dayAfter(first, days);
    }
    case "year": {
      const begin = monthStart(12 * (Number(first.slice(0, 4)) + Number(to.slice(0, 4)) - Number(from.slice(0, 4))));
      return firstDayOf({ rule: unending, start: { ...start, day: begin } }) ?? dayAfter(first, days);
    }
  }
}

/** Number of days of a series; undefined for more than are ever counted. */
function countOf(series: Dates): number | undefined {
  let count = 0;
  for (const _ of daysOf(series)) if (++count > mostTimes) return undefined;
  return count;
}

/** The last day of the moved series, so that it has as many days as before. */
function endOf(before: Dates, next: Dates, end: string, days: number): string {
  const shifted = dayAfter(end, days);
  const ending = (day: string): Dates => ({ ...next, rule: { ...next.rule, ends: { type: "on", day } } });
  const { frequency } = next.rule;
  if (frequency === "day" || (frequency === "week" && next.rule.weekdays.length === 1)) return shifted;
  // Days that some months do not have are not as many in the same time.
  if (isRare(before.rule) || isRare(next.rule)) return shifted;
  const count = countOf(before);
  if (count === undefined) return shifted;
  const fitting = [end, shifted].find((day) => countOf(ending(day)) === count);
  if (fitting) return fitting;
  let left = count;
  for (const day of daysOf({ ...next, rule: { ...next.rule, ends: { type: "never" } } })) if (--left === 0) return day;
  return shifted;
}

const isRare = (rule: Rule): boolean =>
  (rule.frequency === "month" || rule.frequency === "year") && rule.on.by === "day" && rule.on.day > 28;

/**
 * A series of which one occurrence is moved to another day, and all with it: every Monday becomes every Tuesday, the 15th the 17th, and it has as many dates as
 * before, unless months lack one of its days or two of its days of a week become one. Of several days of a week only the one is moved.
 */
export function moved({ rule, start }: Dates, from: string, to: string): Dates {
  const days = daysBetween(from, to);
  if (days === 0) return { rule, start };
  const next = ruleAt(rule, from, to);
  const after = { rule: next, start: { ...start, day: startOf({ rule, start }, next, from, to) } };
  const { ends } = rule;
  if (ends.type !== "on") return after;
  return { ...after, rule: { ...next, ends: { ...ends, day: endOf({ rule, start }, after, ends.day, days) } } };
}
