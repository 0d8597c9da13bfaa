import { existingDay, shiftedDay } from "../../../kernel/written-dates.ts";
import { weekdays as fromMonday } from "../../recurrence/limits.ts";
import type { DayOfMonth, Rule, Weekday } from "../../recurrence/schema.ts";
import { weekdayOf } from "../../recurrence/weeks.ts";

/** A repetition as it is said; what is left open (“every month”) follows from the date the task is due. */
export interface Repeat {
  readonly every: number;
  readonly unit: Rule["frequency"];
  /** “every Monday and Thursday”; empty where none is named. */
  readonly weekdays: readonly Weekday[];
  /** “every month on the 5th”. */
  readonly monthDay: number | null;
}

/** The first day of the repetition, `from` (`YYYY-MM-DD`) or later. */
export function firstDue({ weekdays, monthDay }: Repeat, from: string): string {
  if (weekdays.length > 0) {
    const week = Array.from({ length: 7 }, (_, days) => shiftedDay(from, days, "day") ?? from);
    return week.find((day) => weekdays.includes(weekdayOf(day))) ?? from;
  }
  if (monthDay === null) return from;
  const [year = 0, month = 0] = from.split("-").map(Number);
  // Two months without a 31st never follow each other, nor do three without a 30th.
  const candidates = [0, 1, 2].flatMap((months) => {
    const ahead = month - 1 + months;
    return existingDay(year + Math.floor(ahead / 12), (ahead % 12) + 1, monthDay) ?? [];
  });
  return candidates.find((day) => day >= from) ?? from;
}

/** The rule for a task that is first due on a day. */
export function ruleOf({ every, unit, weekdays, monthDay }: Repeat, due: string, weekStart: Weekday): Rule {
  const ends = { type: "never" } as const;
  const on: DayOfMonth = { by: "day", day: monthDay ?? Number(due.slice(8)) };
  if (unit === "day") return { frequency: unit, every, ends };
  if (unit === "month") return { frequency: unit, every, on, ends };
  if (unit === "year") return { frequency: unit, every, month: Number(due.slice(5, 7)), on, ends };
  const days = weekdays.length > 0 ? weekdays : [weekdayOf(due)];
  return { frequency: unit, every, weekdays: fromMonday.filter((day) => days.includes(day)), weekStart, ends };
}
