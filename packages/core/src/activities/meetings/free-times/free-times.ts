import type { Weekday } from "../../recurrence/schema.ts";
import { weekdayOf } from "../../recurrence/weeks.ts";
import { dayAfter, dayOf, instantOf } from "../../../kernel/zoned-time.ts";

/** A span of time, in milliseconds. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const quarterMs = 15 * 60_000;

/** The spans in order, those that touch each other as one. */
export function merged(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last && span.start <= last.end) all[all.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else all.push(span);
  }
  return all;
}

/** Search for free times: the window, and the local hours of each day (`HH:MM`). */
export interface Wanted extends Span {
  readonly minutes: number;
  readonly timeZone: string;
  readonly dayStart: string;
  readonly dayEnd: string;
  /** All days without. */
  readonly weekdays?: readonly Weekday[] | undefined;
}

/** Times at which nothing is, the earliest first, one after the other from a quarter of an hour on. */
export function freeTimes(
  busy: readonly Span[],
  { start, end, minutes, timeZone, dayStart, dayEnd, weekdays }: Wanted,
  limit: number,
): Span[] {
  const found: Span[] = [];
  const taken = merged(busy);
  const lengthMs = minutes * 60_000;
  const last = dayOf(end - 1, timeZone);
  for (let day = dayOf(start, timeZone); day <= last; day = dayAfter(day)) {
    if (weekdays && !weekdays.includes(weekdayOf(day))) continue;
    const from = Math.max(start, Date.parse(instantOf(day, dayStart, timeZone)));
    const until = Math.min(end, Date.parse(instantOf(day, dayEnd, timeZone)));
    let at = Math.ceil(from / quarterMs) * quarterMs;
    while (at + lengthMs <= until && found.length < limit) {
      const inTheWay = taken.find((span) => span.start < at + lengthMs && span.end > at);
      if (!inTheWay) found.push({ start: at, end: at + lengthMs });
      at = inTheWay ? Math.ceil(inTheWay.end / quarterMs) * quarterMs : at + Math.ceil(lengthMs / quarterMs) * quarterMs;
    }
  }
  return found;
}
