import { dayMs } from "../../kernel/time-units.ts";
import { weekdays } from "./limits.ts";
import { moved } from "./moved.ts";
import type { Rule } from "./schema.ts";

/**
 * A rule as it is in a zone where its first instant falls on another day: every Friday 20:00 in New York is every Saturday in Jerusalem.
 * @param from the day of the first instant where the rule was written, as `YYYY-MM-DD`
 * @param to its day in the other zone: the same one, or one beside it
 */
export function inOtherZone(rule: Rule, from: string, to: string): Rule {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  if (days === 0) return rule;
  const { rule: next } = moved({ rule, start: { day: from, time: null, timeZone: "UTC" } }, from, to);
  if (rule.frequency !== "week" || next.frequency !== "week") return next;
  const there = new Set(rule.weekdays.map((day) => weekdays.at((weekdays.indexOf(day) + days) % weekdays.length)));
  return { ...next, weekdays: weekdays.filter((day) => there.has(day)) };
}
