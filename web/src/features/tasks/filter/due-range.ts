import { isDay } from "@kartis/core/cards/fields/day.ts";
import { furthestDays } from "@kartis/core/activities/tasks/rules.ts";
import type { DayBound } from "@kartis/core/activities/tasks/schema.ts";

/** Days from one to another, both among them: each a date, or so many days from today. */
export interface DueRange {
  readonly from?: DayBound;
  readonly until?: DayBound;
}

function boundIn(text: string): DayBound | undefined {
  if (isDay(text)) return text;
  return /^-?\d{1,4}$/.test(text) && Math.abs(Number(text)) <= furthestDays ? Number(text) : undefined;
}

/** A range as the address has it: `-7..7`, `..-1`, `2026-12-01..`. */
export function readDueRange(text: string): DueRange | undefined {
  const [from = "", until, rest] = text.split("..");
  if (until === undefined) return undefined;
  const [first, last] = [boundIn(from), boundIn(until)];
  const isBroken = rest !== undefined || (from !== "" && first === undefined) || (until !== "" && last === undefined);
  if (isBroken || (first === undefined && last === undefined)) return undefined;
  return { ...(first === undefined ? {} : { from: first }), ...(last === undefined ? {} : { until: last }) };
}

export const writeDueRange = ({ from, until }: DueRange): string => `${from ?? ""}..${until ?? ""}`;

/** Ranges with a shortcut; they move with the current day. */
export const dueRanges = { overdue: "..-1", today: "0..0", tomorrow: "1..1", next7: "0..7", next30: "0..30" } as const;
