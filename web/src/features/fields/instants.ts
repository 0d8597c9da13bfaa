import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from "@internationalized/date";

/** The day and the time on the wall that an instant is in a time zone. */
export function wallOf(instant: string, timeZone: string): { day: string; time: string } {
  const wall = toCalendarDateTime(parseAbsolute(instant, timeZone)).toString();
  return { day: wall.slice(0, 10), time: wall.slice(11, 16) };
}

/** The instant of a day and time on the wall; in the hour that a clock change skips, the one after it. */
export function instantOf(day: string, time: string, timeZone: string): string {
  return toZoned(parseDateTime(`${day}T${time}`), timeZone).toAbsoluteString();
}
