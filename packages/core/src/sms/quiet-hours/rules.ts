import { offsetAt, timeIn } from "../../kernel/zoned-time.ts";
import type { QuietHours } from "../schema.ts";
import { minuteMs } from "../../kernel/time-units.ts";

/** What the recipient's clock shows during quiet hours, as `HH:MM`, and the instant at which the hours end. */
export interface Quiet {
  readonly time: string;
  readonly until: string;
}

/** Longer hours could leave none of the day in a country with many time zones: Russia's are ten hours apart. */
export const longestQuietMinutes = 12 * 60;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** How long the hours last, in minutes of the clock; 0 if they begin when they end. */
export const quietMinutes = ({ from, until }: QuietHours): number => (minutesOf(until) - minutesOf(from) + 1_440) % 1_440;

function isQuiet(epochMs: number, zone: string, { from, until }: QuietHours): boolean {
  const time = timeIn(epochMs, zone);
  return from < until ? from <= time && time < until : from <= time || time < until;
}

/** The first minute from the instant, at which it is quiet in the zone, at which it is not. */
function endIn(epochMs: number, zone: string, hours: QuietHours): number {
  const now = Math.floor(epochMs / minuteMs) * minuteMs;
  const left = (minutesOf(hours.until) - minutesOf(timeIn(now, zone)) + 1_440) % 1_440;
  const end = now + left * minuteMs;
  if (offsetAt(end, zone) === offsetAt(now, zone)) return end;
  // Clocks change meanwhile, and may skip the end, or show it twice.
  let minute = now;
  while (isQuiet(minute, zone, hours)) minute += minuteMs;
  return minute;
}

/**
 * Whether it is quiet at the instant for a recipient who may be in any of these zones, and until when it is in at least one of them. Pure.
 * @param zones names of the tz database
 */
export function quietAt(epochMs: number, zones: readonly string[], hours: QuietHours | null): Quiet | undefined {
  if (!hours) return undefined;
  const quietZone = (at: number) => zones.find((zone) => isQuiet(at, zone, hours));
  const first = quietZone(epochMs);
  if (first === undefined) return undefined;
  let at = epochMs;
  for (let zone: string | undefined = first; zone !== undefined; zone = quietZone(at)) at = endIn(at, zone, hours);
  return { time: timeIn(epochMs, first), until: new Date(at).toISOString() };
}
