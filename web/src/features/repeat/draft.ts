import { weekdays as fromMonday } from "@kartis/core/activities/recurrence/limits.ts";
import { occurrencesIn, reasonAgainst } from "@kartis/core/activities/recurrence/occurrences.ts";
import type { DayOfMonth, Rule, Series, Weekday, WeekOfMonth } from "@kartis/core/activities/recurrence/schema.ts";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { partsOf } from "./offers.ts";

/** A rule while it is being written: everything that can be entered, also what the chosen frequency does not use. */
export interface Draft {
  readonly frequency: Rule["frequency"];
  readonly every: number | null;
  readonly weekdays: readonly Weekday[];
  readonly weekStart: Weekday;
  readonly month: number;
  readonly by: DayOfMonth["by"];
  readonly day: number;
  readonly week: WeekOfMonth;
  readonly weekday: Weekday;
  readonly ends: Rule["ends"]["type"];
  readonly lastDate: string | null;
  readonly times: number | null;
}

/** The field that an error belongs to. */
type DraftField = "every" | "weekdays" | "day" | "lastDate" | "times";
/** Keys of the catalogue. */
export type DraftErrors = Partial<Record<DraftField, string>>;

/** Initial state of the dialog: the task's rule, or weekly from its due date. */
export function draftOf(rule: Rule | null, due: string, weekStart: Weekday): Draft {
  const { day, month, weekday, weeks } = partsOf(due);
  const empty: Draft = {
    frequency: rule?.frequency ?? "week",
    every: rule?.every ?? 1,
    weekdays: [weekday],
    weekStart,
    month,
    by: "day",
    day,
    week: weeks[0] ?? "last",
    weekday,
    ends: rule?.ends.type ?? "never",
    lastDate: rule?.ends.type === "on" ? rule.ends.day : null,
    times: rule?.ends.type === "after" ? rule.ends.times : null,
  };
  if (!rule || rule.frequency === "day") return empty;
  if (rule.frequency === "week") return { ...empty, weekdays: rule.weekdays, weekStart: rule.weekStart };
  return {
    ...empty,
    ...rule.on,
    ...(rule.frequency === "year" ? { month: rule.month } : {}),
    frequency: rule.frequency,
    ends: empty.ends,
  };
}

/** The rule of the draft, or its errors. */
export function ruleOf(draft: Draft, due: string): { readonly rule: Rule } | { readonly errors: DraftErrors } {
  const { frequency, every, weekdays, weekStart, month, lastDate, times } = draft;
  const ends = endsOf(draft);
  const errors: DraftErrors = {
    ...(every === null ? { every: "validation.required" } : {}),
    ...(frequency === "week" && weekdays.length === 0 ? { weekdays: "validation.required" } : {}),
    ...(draft.ends === "on" && lastDate === null ? { lastDate: "validation.required" } : {}),
    ...(draft.ends === "after" && times === null ? { times: "validation.required" } : {}),
  };
  if (every === null || !ends || Object.keys(errors).length > 0) return { errors };
  const on: DayOfMonth =
    draft.by === "day" ? { by: "day", day: draft.day } : { by: "weekday", week: draft.week, weekday: draft.weekday };
  const rule: Rule =
    frequency === "day"
      ? { frequency, every, ends }
      : frequency === "week"
        ? { frequency, every, weekdays: fromMonday.filter((day) => weekdays.includes(day)), weekStart, ends }
        : frequency === "month"
          ? { frequency, every, on, ends }
          : { frequency, every, month, on, ends };
  const reason = reasonAgainst(seriesOf(rule, due));
  if (!reason) return { rule };
  const isOfEnd = ends.type === "on" && !reasonWithoutEnd(rule, due);
  return { errors: { [isOfEnd ? "lastDate" : frequency === "month" || frequency === "year" ? "day" : "every"]: reason } };
}

const reasonWithoutEnd = (rule: Rule, due: string) => reasonAgainst(seriesOf({ ...rule, ends: { type: "never" } }, due));

function endsOf({ ends, lastDate, times }: Draft): Rule["ends"] | undefined {
  if (ends === "never") return { type: "never" };
  if (ends === "on") return lastDate === null ? undefined : { type: "on", day: lastDate };
  return times === null ? undefined : { type: "after", times };
}

const seriesOf = (rule: Rule, due: string): Series => ({
  rule,
  start: { day: due, time: null, timeZone: "UTC" },
  exceptions: [],
});

/** The days on which the next tasks are due: after this one, and not before today. */
export function nextDates(rule: Rule, due: string, today: string, count = 3): string[] {
  const from = dayAfter(due > today ? due : today);
  return occurrencesIn(seriesOf(rule, due), { from, until: "9999-12-31" }, count).map(({ day }) => day);
}
