import { offsetAt } from "@kartis/core/kernel/zoned-time.ts";

/*
 * A "wall time" is what a clock on the wall shows, written as if it were UTC in epoch milliseconds. It names no
 * instant by itself: a clock change skips some wall times and repeats others.
 */

/** Throws RangeError for a zone that does not exist. */
export const wallTimeOf = (instant: number, timeZone: string): number =>
  Math.floor(instant / 1_000) * 1_000 + offsetAt(instant, timeZone);

/** The instant at which the zone's clocks first show this wall time; undefined if they skip it. */
export function instantOf(wallTime: number, timeZone: string): number | undefined {
  const day = 24 * 3_600_000;
  // Clock changes are rarer than one a day, so the offsets around it are all the candidates. The greater offset is the earlier instant.
  const offsets = [wallTime - day, wallTime + day].map((instant) => wallTimeOf(instant, timeZone) - instant);
  return offsets
    .toSorted((a, b) => b - a)
    .map((offset) => wallTime - offset)
    .find((instant) => wallTimeOf(instant, timeZone) === wallTime);
}
