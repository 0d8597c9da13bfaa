import { occurrencesIn } from "@kartis/core/activities/recurrence/occurrences.ts";
import { dayAfter, dayOf, instantOf } from "@kartis/core/kernel/zoned-time.ts";
import { type Draft, daysIn } from "./draft.ts";

/** From an instant until another. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

/** What can be asked for at all. */
const [earliestMs, latestMs] = [Date.parse("1970-01-02T00:00:00Z"), Date.parse("9989-12-31T23:59:59Z")];
/** As far ahead as busy times are asked for at once. */
const longestMs = 62 * 86_400_000;
/** As many times of a series are looked at. */
const mostTimes = 10;

/**
 * When a draft is, with whole days by the clocks of its zone: of a series, its next times, as far ahead as people's other meetings are looked at. Empty while that
 * is not known.
 */
export function comingTimes(draft: Draft, nowMs: number): readonly Span[] {
  const { isAllDay, day, time, minutes, timeZone, repeat } = draft;
  if (!day || (!isAllDay && (!time || !minutes))) return [];
  const startOn = (on: string) => instantOf(on, isAllDay ? "00:00" : (time ?? ""), timeZone);
  const spanOn = (on: string): Span => {
    const startMs = Date.parse(startOn(on));
    const end = isAllDay ? startOn(dayAfter(on, daysIn(draft))) : undefined;
    return { startMs, endMs: end ? Date.parse(end) : startMs + (minutes ?? 0) * 60_000 };
  };
  const first = spanOn(day);
  if (first.endMs <= first.startMs) return [];
  const fromMs = repeat ? Math.max(first.startMs, nowMs) : first.startMs;
  const untilMs = fromMs + longestMs;
  const bound = (ms: number) => (isAllDay ? dayOf(ms, timeZone) : new Date(ms).toISOString());
  const spans = repeat
    ? occurrencesIn(
        { rule: repeat, start: { day, time: isAllDay ? null : time, timeZone }, exceptions: [] },
        { from: bound(fromMs), until: bound(untilMs) },
        mostTimes,
      ).map((occurrence) => spanOn(occurrence.day))
    : [first];
  return spans.map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs, untilMs) }));
}

/** The window that has all of them; undefined for none. */
export function windowOf(spans: readonly Span[]): { readonly from: string; readonly until: string } | undefined {
  const [first] = spans;
  if (!first) return undefined;
  const until = Math.max(...spans.map(({ endMs }) => endMs));
  // A year that is still being typed is one of the first thousand.
  if (first.startMs < earliestMs || until > latestMs) return undefined;
  return { from: new Date(first.startMs).toISOString(), until: new Date(until).toISOString() };
}
