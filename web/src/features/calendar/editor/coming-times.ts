import { endOf, instantAt, seriesOf } from "@kartis/core/activities/meetings/time.ts";
import { occurrencesIn } from "@kartis/core/activities/recurrence/occurrences.ts";
import { instantOf } from "@kartis/core/kernel/zoned-time.ts";
import { type Draft, daysIn } from "./draft.ts";

/** From an instant until another. */
export interface Span {
  readonly startMs: number;
  readonly endMs: number;
}

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
  const start = isAllDay ? day : instantOf(day, time ?? "", timeZone);
  const lasts = isAllDay ? { minutes: null, days: daysIn(draft) } : { minutes, days: null };
  const spanFrom = (at: string): Span => ({
    startMs: Date.parse(instantAt(at, timeZone)),
    endMs: Date.parse(instantAt(endOf(at, lasts), timeZone)),
  });
  const series = seriesOf({ start, timeZone, repeat, exceptions: [] });
  const first = spanFrom(start);
  if (first.endMs <= first.startMs) return [];
  const fromMs = series ? Math.max(first.startMs, nowMs) : first.startMs;
  const bound = (ms: number) => (isAllDay ? new Date(ms).toISOString().slice(0, 10) : new Date(ms).toISOString());
  const spans = series
    ? occurrencesIn(
        series,
        { from: isAllDay && fromMs === first.startMs ? day : bound(fromMs), until: bound(fromMs + longestMs) },
        mostTimes,
      ).map(({ day: on, at }) => spanFrom(at ?? on))
    : [first];
  return spans
    .filter(({ startMs }) => startMs < fromMs + longestMs)
    .map(({ startMs, endMs }) => ({ startMs, endMs: Math.min(endMs, fromMs + longestMs) }));
}

/** The window that has all of them; undefined for none. */
export function windowOf(spans: readonly Span[]): { readonly from: string; readonly until: string } | undefined {
  const [first] = spans;
  if (!first) return undefined;
  const until = Math.max(...spans.map(({ endMs }) => endMs));
  return { from: new Date(first.startMs).toISOString(), until: new Date(until).toISOString() };
}
