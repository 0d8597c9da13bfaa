import { dayAfter, instantAfterGap, instantOf, isSkipped, timeIn } from "@kartis/core/kernel/zoned-time.ts";

export const minutesPerDay = 1440;
const millisecondsPerDay = 86_400_000;

/** A day as the clocks of a zone have it: between which instants it lies. Where clocks change it is shorter or longer than 24 hours. */
export interface WallDay {
  readonly day: string;
  readonly timeZone: string;
  readonly startMs: number;
  readonly endMs: number;
}

export const wallDay = (day: string, timeZone: string): WallDay => ({
  day,
  timeZone,
  startMs: Date.parse(instantOf(day, "00:00", timeZone)),
  endMs: Date.parse(instantOf(dayAfter(day), "00:00", timeZone)),
});

/** Days one after the other, from one on. */
export const daysFrom = (day: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => dayAfter(day, index));

/** The minute since midnight that the clocks show; on a day on which they are not changed, without asking for the zone. */
export function minuteOf(ms: number, { startMs, endMs, timeZone }: WallDay): number {
  if (endMs - startMs === millisecondsPerDay) return Math.floor((ms - startMs) / 60_000);
  const [hour = 0, minute = 0] = timeIn(ms, timeZone).split(":").map(Number);
  return hour * 60 + minute;
}

const timeOfMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Where something lands that is put at a minute of a day. */
export interface Landing {
  /** Of a time that the clocks skip, the first moment after the gap. */
  readonly ms: number;
  readonly isSkipped: boolean;
}

/** Where the clocks show that minute of the day; minutes beyond it are in the days beside it. */
export function landingAt(day: string, minute: number, timeZone: string): Landing {
  const days = Math.floor(minute / minutesPerDay);
  const at = [dayAfter(day, days), timeOfMinute(minute - days * minutesPerDay), timeZone] as const;
  return { ms: Date.parse(instantAfterGap(...at)), isSkipped: isSkipped(...at) };
}

/** The instant at which something lands that is put there. */
export const instantAt = (day: string, minute: number, timeZone: string): number => landingAt(day, minute, timeZone).ms;

export interface Span {
  /** Minutes since midnight; `until` is at most 1440. */
  readonly from: number;
  readonly until: number;
}

/**
 * From where to where something stands in the column of a day, whose rows are the 24 hours of a clock; undefined where it has no part of the day. What ends before the
 * clocks' time of its beginning, because they were put back meanwhile, is as long as it lasts.
 */
export function spanOn(startMs: number, endMs: number, wall: WallDay): Span | undefined {
  // Without any length it still stands where it begins.
  const isPoint = endMs <= startMs && startMs >= wall.startMs && startMs < wall.endMs;
  if (!isPoint && (startMs >= wall.endMs || endMs <= wall.startMs)) return undefined;
  const from = startMs <= wall.startMs ? 0 : minuteOf(startMs, wall);
  if (endMs >= wall.endMs) return { from, until: minutesPerDay };
  const until = minuteOf(endMs, wall);
  const length = Math.max(0, Math.round((endMs - Math.max(startMs, wall.startMs)) / 60_000));
  return { from, until: until > from ? until : Math.min(minutesPerDay, from + length) };
}
