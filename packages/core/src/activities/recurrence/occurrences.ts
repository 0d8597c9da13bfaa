import { instantOf } from "../../kernel/zoned-time.ts";
import { mostTimes } from "./limits.ts";
import type { DayOfMonth, Rule, Series, Weekday } from "./schema.ts";
import { dayMs } from "../../kernel/time-units.ts";

/** One time that something happens. */
export interface Occurrence {
  /** The day by the rule: the occurrence's name in the series, whatever is changed about it. */
  readonly day: string;
  /** Start in UTC, ISO; null for all-day meetings. */
  readonly at: string | null;
  /** All-day meetings only: the day of the start, if it was moved. */
  readonly on?: string;
}

/** The order of the days in a week of `Date`. */
const numbers: Readonly<Record<Weekday, number>> = { SU: 0, MO: 1, TU: 2, WE: 3, TH: 4, FR: 5, SA: 6 };
const weeks = { first: 0, second: 1, third: 2, fourth: 3 } as const;

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / dayMs;
const dayOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10);
const weekdayOf = (number: number): number => (((number + 4) % 7) + 7) % 7;
/** Months count from 0 and may run into other years. */
const monthStart = (year: number, month: number): number => Date.UTC(year, month, 1) / dayMs;

/** The day after it can still be written in four digits, in every zone. */
const lastDay = numberOf("9998-12-31");

/** The day of a month; undefined where the month has none: 30 February is skipped, as RFC 5545 section 3.3.10 has it. */
function dayInMonth(year: number, month: number, on: DayOfMonth): number | undefined {
  const first = monthStart(year, month);
  const after = monthStart(year, month + 1);
  if (on.by === "day") {
    const day = on.day === -1 ? after - 1 : first + on.day - 1;
    return day < after ? day : undefined;
  }
  const weekday = numbers[on.weekday];
  if (on.week === "last") return after - 1 - ((weekdayOf(after - 1) - weekday + 7) % 7);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * weeks[on.week];
}

/** The periods of a rule, one for each time that its interval passes. */
interface Periods {
  /** Days of the period, the earliest first, even before the start. */
  daysOf(period: number): readonly number[];
  /** The first day that can be in the period or after it. */
  beginningOf(period: number): number;
  /** A period that begins before a day, or with it. */
  before(day: number): number;
}

function periodsOf(rule: Rule, start: number): Periods {
  const { every } = rule;
  const date = new Date(start * dayMs);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const present = (day: number | undefined) => (day === undefined ? [] : [day]);
  switch (rule.frequency) {
    case "day":
      return {
        daysOf: (period) => [start + period * every],
        beginningOf: (period) => start + period * every,
        before: (day) => Math.floor((day - start) / every),
      };
    case "week": {
      const weekStart = numbers[rule.weekStart];
      const first = start - ((weekdayOf(start) - weekStart + 7) % 7);
      const offsets = rule.weekdays.map((day) => (numbers[day] - weekStart + 7) % 7).toSorted((a, b) => a - b);
      const beginningOf = (period: number) => first + period * every * 7;
      return {
        daysOf: (period) => offsets.map((offset) => beginningOf(period) + offset),
        beginningOf,
        before: (day) => Math.floor((day - first) / (every * 7)),
      };
    }
    case "month":
      return {
        daysOf: (period) => present(dayInMonth(year, month + period * every, rule.on)),
        beginningOf: (period) => monthStart(year, month + period * every),
        // A month has 31 days at most, so this one is not too late.
        before: (day) => Math.floor((day - start) / 31 / every) - 1,
      };
    case "year":
      return {
        daysOf: (period) => present(dayInMonth(year + period * every, rule.month - 1, rule.on)),
        beginningOf: (period) => monthStart(year + period * every, 0),
        before: (day) => Math.floor((day - start) / 366 / every) - 1,
      };
  }
}

/** The days of the rule, from one on; the count begins with the start. */
function* daysFrom({ rule, start }: Pick<Series, "rule" | "start">, from: number): Generator<number> {
  const first = numberOf(start.day);
  const last = rule.ends.type === "on" ? Math.min(numberOf(rule.ends.day), lastDay) : lastDay;
  const periods = periodsOf(rule, first);
  let left = rule.ends.type === "after" ? rule.ends.times : Infinity;
  for (let period = left === Infinity ? Math.max(0, periods.before(from)) : 0; periods.beginningOf(period) <= last; period++) {
    for (const day of periods.daysOf(period)) {
      if (day < first) continue;
      if (day > last) return;
      if (day >= from) yield day;
      if (--left === 0) return;
    }
  }
}

/** The days of the rule, the earliest first. It may never end: take what is needed of it. */
export function* daysOf({ rule, start }: Pick<Series, "rule" | "start">): Generator<string> {
  for (const number of daysFrom({ rule, start }, numberOf(start.day))) yield dayOf(number);
}

/** Everything from a day on that is when the rule says, the earliest first. It may never end: take what is needed of it. */
function* inPlaceFrom(series: Series, from: number): Generator<Occurrence> {
  const { time, timeZone } = series.start;
  const elsewhere = new Set(series.exceptions.flatMap((one) => (one.type === "changed" && !one.start ? [] : [one.day])));
  for (const number of daysFrom(series, from)) {
    const day = dayOf(number);
    if (!elsewhere.has(day)) yield { day, at: time === null ? null : instantOf(day, time, timeZone) };
  }
}

/** Occurrences that were moved to another time, earliest first. */
const movedOf = ({ start: { time }, exceptions }: Series): Occurrence[] =>
  exceptions
    .flatMap((exception) =>
      exception.type === "changed" && exception.start
        ? [{ day: exception.day, ...(time === null ? { at: null, on: exception.start } : { at: exception.start }) }]
        : [],
    )
    .toSorted((a, b) => place(a) - place(b));

/** No zone is further from UTC than a day, and no clock change longer. */
const farthest = 2;

/** A bound and an occurrence on one scale: days at midnight in UTC, or instants, by the kind of the series. */
const placeOf = (bound: string): number => Date.parse(bound);
const place = ({ day, at, on }: Occurrence): number => Date.parse(at ?? on ?? day);
const dayBefore = (bound: number): number => Math.floor(bound / dayMs) - farthest;

/**
 * The occurrences from `from` on and before `until`, the earliest first, each found when it is asked for. Bounds are days (`YYYY-MM-DD`) for a series of whole
 * days, and instants (ISO in UTC) for one with a time, which keeps its hour on the clocks of its zone: where they skip it, it is as much later, and where it
 * comes twice, the first.
 */
export function* occurrencesFrom(
  series: Series,
  { from, until }: { readonly from: string; readonly until: string },
): Generator<Occurrence> {
  const [first, end] = [placeOf(from), placeOf(until)];
  const moved = movedOf(series).filter((one) => place(one) >= first && place(one) < end);
  for (const occurrence of inPlaceFrom(series, dayBefore(first))) {
    const at = place(occurrence);
    if (at >= end) break;
    if (at < first) continue;
    for (let next = moved[0]; next && place(next) <= at; next = moved[0]) {
      yield next;
      moved.shift();
    }
    yield occurrence;
  }
  yield* moved;
}

/** The same, at most `limit` of them. */
export function occurrencesIn(
  series: Series,
  window: { readonly from: string; readonly until: string },
  limit = 1_000,
): Occurrence[] {
  const found: Occurrence[] = [];
  for (const occurrence of occurrencesFrom(series, window)) {
    if (found.length === limit) break;
    found.push(occurrence);
  }
  return found;
}

const byPlace = (one: Occurrence, other: Occurrence): number => place(one) - place(other);
const earlier = (one: Occurrence | undefined, other: Occurrence | undefined): Occurrence | undefined =>
  one && other ? (byPlace(one, other) <= 0 ? one : other) : (one ?? other);

/** The first occurrence after a day, or an instant, by the kind of the series; undefined where there is none. */
export function nextAfter(series: Series, after: string): Occurrence | undefined {
  const isLater = (occurrence: Occurrence) => place(occurrence) > placeOf(after);
  const moved = movedOf(series).find(isLater);
  for (const occurrence of inPlaceFrom(series, dayBefore(placeOf(after)))) {
    if (isLater(occurrence)) return earlier(moved, occurrence);
  }
  return moved;
}

/** The last occurrence until a day, or an instant, by the kind of the series; undefined where there is none yet. */
export function lastUntil(series: Series, until: string): Occurrence | undefined {
  const bound = placeOf(until);
  const moved = movedOf(series).findLast((occurrence) => place(occurrence) <= bound);
  const first = numberOf(series.start.day);
  // Looked for backwards in steps that grow, as for the last one of all.
  for (let back = 32; ; back *= 8) {
    const from = Math.max(first, dayBefore(bound) + 2 * farthest - back);
    let found: Occurrence | undefined;
    for (const occurrence of inPlaceFrom(series, from)) {
      if (place(occurrence) > bound) break;
      found = occurrence;
    }
    if (found || from === first) return found && moved ? [found, moved].toSorted(byPlace).at(-1) : (found ?? moved);
  }
}

/** The first one at all: where a series is to begin, so that other programs, which always count its start, show the same. */
export function firstOf(series: Series): Occurrence | undefined {
  const [moved] = movedOf(series);
  for (const occurrence of inPlaceFrom(series, numberOf(series.start.day))) return earlier(moved, occurrence);
  return moved;
}

/** The last one; undefined for a series without an end, or without occurrences. */
export function lastOf(series: Series): Occurrence | undefined {
  const { rule, start } = series;
  if (rule.ends.type === "never") return undefined;
  const moved = movedOf(series).at(-1);
  const first = numberOf(start.day);
  const last = rule.ends.type === "on" ? numberOf(rule.ends.day) : first;
  // Looked for backwards in steps that grow: a series may be decades long, and its last days removed.
  for (let back = 32; ; back *= 8) {
    const from = Math.max(first, last - back);
    const found = [...inPlaceFrom(series, from)].at(-1);
    if (found || from === first) return found && moved ? [found, moved].toSorted(byPlace).at(-1) : (found ?? moved);
  }
}

/** True if the rule includes this day, whatever the exceptions say about it. */
export function gives({ rule, start }: Pick<Series, "rule" | "start">, day: string): boolean {
  for (const number of daysFrom({ rule, start }, numberOf(day))) return dayOf(number) === day;
  return false;
}

/** Number of days that the rule produces before this one, up to the limit where counted rules end. */
export function countBefore({ rule, start }: Pick<Series, "rule" | "start">, day: string): number {
  let count = 0;
  for (const number of daysFrom({ rule, start }, numberOf(start.day))) {
    if (number >= numberOf(day) || count === mostTimes) break;
    count++;
  }
  return count;
}

/** Why a series is none, as a key of the catalogue; undefined for one that occurs. */
export function reasonAgainst(series: Series): string | undefined {
  const { start, rule } = series;
  if (rule.ends.type === "on" && rule.ends.day < start.day) return "validation.recurrence.endsBeforeStart";
  return firstOf(series) ? undefined : "validation.recurrence.neverOccurs";
}
