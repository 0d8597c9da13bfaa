import { dayAfter } from "../../kernel/zoned-time.ts";
import { weekdays, weeksOfMonth } from "./limits.ts";
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

/**
 * A series of which one occurrence is moved to another day, and all with it: every Monday becomes every Tuesday, the 15th the 17th. It begins, and ends where that
 * is a day, as many days later or earlier. Of several days of a week only the one is moved.
 */
export function moved({ rule, start }: Pick<Series, "rule" | "start">, from: string, to: string): Pick<Series, "rule" | "start"> {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days === 0) return { rule, start };
  const isOneOfSeveral = rule.frequency === "week" && rule.weekdays.length > 1;
  const isStartMoved = !isOneOfSeveral || weekdayOf(start.day) === weekdayOf(from);
  const { ends } = rule;
  const next = ruleAt(rule, from, to);
  return {
    rule: ends.type === "on" && days > 0 ? { ...next, ends: { ...ends, day: dayAfter(ends.day, days) } } : next,
    start: isStartMoved ? { ...start, day: dayAfter(start.day, days) } : start,
  };
}
