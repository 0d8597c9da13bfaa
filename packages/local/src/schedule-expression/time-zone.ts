/*
 * A "wall time" is what a clock on the wall shows, written as if it were UTC in epoch milliseconds. It names no
 * instant by itself: a clock change skips some wall times and repeats others.
 */

const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws RangeError for a zone that does not exist. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
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
  formats.set(timeZone, format);
  return format;
}

export function isTimeZone(timeZone: string): boolean {
  try {
    return formatOf(timeZone) !== undefined;
  } catch {
    return false;
  }
}

export function wallTimeOf(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

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
