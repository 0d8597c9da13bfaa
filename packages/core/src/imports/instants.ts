const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the zone's clocks are ahead of UTC at this instant, in milliseconds. */
function offsetAt(epochMs: number, timeZone: string): number {
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
