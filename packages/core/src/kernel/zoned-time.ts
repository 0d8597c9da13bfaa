import { dayMs, minuteMs } from "./time-units.ts";

/** A zone, and the offsets with which days of UTC begin there, by their number since 1970: `Intl` takes a hundred times as long to say them. */
interface Zone {
  readonly format: Intl.DateTimeFormat;
  readonly offsets: Map<number, number>;
}
/** Keyed by name; there are more names than zones, since `Intl` also accepts capitals. */
const zones = new Map<string, Zone>();
const mostZones = 200;
const mostDays = 1_000;

function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const zone = { format, offsets: new Map<number, number>() };
  if (zones.size === mostZones) zones.clear();
  zones.set(timeZone, zone);
  return zone;
}

function exactOffset({ format }: Zone, epochMs: number): number {
  const parts = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(epochMs / 1_000) * 1_000;
}

function offsetOnDay(zone: Zone, day: number): number {
  const known = zone.offsets.get(day);
  if (known !== undefined) return known;
  const offset = exactOffset(zone, day * dayMs);
  if (zone.offsets.size === mostDays) zone.offsets.clear();
  zone.offsets.set(day, offset);
  return offset;
}

/** Offset of the zone from UTC at this instant, in milliseconds. */
export function offsetAt(epochMs: number, timeZone: string): number {
  const zone = zoneOf(timeZone);
  const day = Math.floor(epochMs / dayMs);
  const offset = offsetOnDay(zone, day);
  // No zone has ever changed its clocks and changed them back within one day of UTC.
  return offset === offsetOnDay(zone, day + 1) ? offset : exactOffset(zone, epochMs);
}

/**
 * The instant at which the clocks of a zone show this day and time, as ISO in UTC. For a time that occurs twice (clocks go back) the first one; for one that is
 * skipped (they go forward) as far after the gap. Anything that is not a time is returned as it would be written, for the field to refuse.
 */
export function instantOf(day: string, time: string, timeZone: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wall)) return `${day} ${time}`;
  const before = offsetAt(wall - dayMs, timeZone);
  const first = wall - before;
  const offset = offsetAt(first, timeZone);
  return new Date(offset === before ? first : offsetAt(wall - offset, timeZone) === offset ? wall - offset : first).toISOString();
}

/** Whether the clocks of a zone never show this time on that day, because they are put forward over it. */
export function isSkipped(day: string, time: string, timeZone: string): boolean {
  const at = Date.parse(instantOf(day, time, timeZone));
  return !Number.isNaN(at) && (dayOf(at, timeZone) !== day || timeIn(at, timeZone) !== time);
}

/** Like `instantOf`, but for a time that is skipped the instant at which the clocks are put forward: the first moment after the gap. */
export function instantAfterGap(day: string, time: string, timeZone: string): string {
  const instant = instantOf(day, time, timeZone);
  if (!isSkipped(day, time, timeZone)) return instant;
  const offset = offsetAt(Date.parse(instant), timeZone);
  // In minutes: the last known one before the clocks change, which skip a day at most, and the first known one after that.
  let [before, after] = [(Date.parse(instant) - 2 * dayMs) / minuteMs, Date.parse(instant) / minuteMs];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * minuteMs, timeZone) === offset) after = middle;
    else before = middle;
  }
  return new Date(after * minuteMs).toISOString();
}

/** After it, years have more than four digits and no longer sort as text. */
const lastMs = Date.parse("9999-12-31T23:59:59.999Z");

/** The last millisecond of a day in a zone, as ISO in UTC; of the last day there is, the last one that can be written. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(Math.min(Date.parse(instantOf(dayAfter(day), "00:00", timeZone)) - 1, lastMs)).toISOString();

/** The calendar day that follows, or with `count` the one so many days later. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);

/** The calendar day on which an instant falls in a zone. */
export const dayOf = (epochMs: number, timeZone: string): string =>
  new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString().slice(0, 10);

/** Local time in the zone at an instant, as `HH:MM`. */
export const timeIn = (epochMs: number, timeZone: string): string =>
  new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString().slice(11, 16);

/** True for a zone of the tz database that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    offsetAt(0, name);
    return true;
  } catch {
    return false;
  }
}
