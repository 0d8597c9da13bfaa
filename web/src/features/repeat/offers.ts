import { weekdays as fromMonday, weeksOfMonth } from "@kartis/core/activities/recurrence/limits.ts";
import type { Rule, Weekday, WeekOfMonth } from "@kartis/core/activities/recurrence/schema.ts";
import { weekdayOf, workdaysIn } from "@kartis/core/activities/recurrence/weeks.ts";

/** A rule to choose for a task, with a name that stays the same when the due date changes. */
export interface Offer {
  readonly id: string;
  readonly rule: Rule;
}

/** A calendar day in parts. Its weeks of the month are those by whose weekday it can be named: the fourth one may also be the last. */
export interface DayParts {
  readonly day: number;
  readonly month: number;
  readonly weekday: Weekday;
  readonly weeks: readonly WeekOfMonth[];
}

/** @param date `YYYY-MM-DD` */
export function partsOf(date: string): DayParts {
  const at = new Date(`${date}T00:00:00Z`);
  const day = at.getUTCDate();
  const daysInMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
  const nth = Math.ceil(day / 7);
  return {
    day,
    month: at.getUTCMonth() + 1,
    weekday: weekdayOf(date),
    weeks: [...(nth < 5 ? weeksOfMonth.slice(nth - 1, nth) : []), ...(day + 7 > daysInMonth ? (["last"] as const) : [])],
  };
}

const sameDays = (a: readonly Weekday[], b: readonly Weekday[]) => a.length === b.length && a.every((day) => b.includes(day));

/** True for a rule whose words are “every weekday”. */
export const isEveryWorkday = (rule: Rule, region: string): boolean =>
  rule.frequency === "week" && rule.every === 1 && rule.ends.type === "never" && sameDays(rule.weekdays, workdaysIn(region));

/**
 * The rules that are likely for a task that is due on a day (`YYYY-MM-DD`).
 * @param region two letters; decides which days people work on
 */
export function offersFor(due: string, { region, weekStart }: { region: string; weekStart: Weekday }): readonly Offer[] {
  const { day, month, weekday, weeks } = partsOf(due);
  const ends = { type: "never" } as const;
  const weekly = (every: number, days: readonly Weekday[]): Rule => ({
    frequency: "week",
    every,
    weekdays: fromMonday.filter((one) => days.includes(one)),
    weekStart,
    ends,
  });
  return [
    { id: "day", rule: { frequency: "day", every: 1, ends } },
    { id: "workdays", rule: weekly(1, workdaysIn(region)) },
    { id: "week", rule: weekly(1, [weekday]) },
    { id: "week2", rule: weekly(2, [weekday]) },
    { id: "month", rule: { frequency: "month", every: 1, on: { by: "day", day }, ends } },
    ...weeks.map((week): Offer => {
      const on = { by: "weekday", week, weekday } as const;
      return { id: `month.${week === "last" ? "last" : "nth"}`, rule: { frequency: "month", every: 1, on, ends } };
    }),
    { id: "year", rule: { frequency: "year", every: 1, month, on: { by: "day", day }, ends } },
  ];
}
