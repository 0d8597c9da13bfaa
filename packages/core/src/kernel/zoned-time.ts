const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clocks are ahead of UTC at this instant, in milliseconds. */
export function offsetAt(epochMs: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
    formats.set(timeZone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(epochMs / 1_000) * 1_000;
}

/**
 * The instant at which the clocks of a zone show this day and time, as ISO in UTC. For a time that occurs twice (clocks go back) the first one; for one that is
 * skipped (they go forward) as far after the gap. Anything that is not a time is returned as it would be written, for the field to refuse.
 */
export function instantOf(day: string, time: string, timeZone: string): string {
  const wall = Date.parse(`${day}T${time}:00Z`);
  if (Number.isNaN(wall)) return `${day} ${time}`;
  const before = offsetAt(wall - 86_400_000, timeZone);
  const first = wall - before;
  const offset = offsetAt(first, timeZone);
  return new Date(offset === before ? first : offsetAt(wall - offset, timeZone) === offset ? wall - offset : first).toISOString();
}

/** The last millisecond of a day in a zone, as ISO in UTC. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(Date.parse(instantOf(dayAfter(day), "00:00", timeZone)) - 1).toISOString();

/** The calendar day that follows, or with `count` the one so many days later. */
export const dayAfter = (day: string, count = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);

/** The calendar day on which an instant falls in a zone. */
export const dayOf = (epochMs: number, timeZone: string): string =>
  new Date(epochMs + offsetAt(epochMs, timeZone)).toISOString().slice(0, 10);

/** What the clocks of a zone show at an instant, as `HH:MM`. */
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
