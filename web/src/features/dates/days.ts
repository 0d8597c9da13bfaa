import { endOfWeek, getLocalTimeZone, parseDate } from "@internationalized/date";
import { dayOf, endOfDay, instantOf, isSkipped } from "@kartis/core/kernel/zoned-time.ts";
import { useEffect, useState } from "react";

/** The browser's zone, in which this person's days begin and end. */
export const zone = getLocalTimeZone();

/** The day it is here. */
export const todayHere = (nowMs = Date.now()): string => dayOf(nowMs, zone);

/** The time it is, `HH:MM`. */
export const nowHere = (): string => clock.format(Date.now());

/** The day it is, also after midnight. */
export function useToday(): string {
  const [today, setToday] = useState(todayHere);
  useEffect(() => {
    const timer = setInterval(() => setToday(todayHere()), 20_000);
    return () => clearInterval(timer);
  }, []);
  return today;
}

/** The last day of the week that the day is in; which day that is depends on the region. */
export const weekEndOf = (day: string, locale: string): string => endOfWeek(parseDate(day), locale).toString();

/** A due value without an hour is a day. */
export const isWholeDay = (due: string): boolean => due.length === 10;

const clock = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: zone, hourCycle: "h23" });

/** The day and, where there is one, the time on this wall. */
export function wallOfDue(due: string): { day: string; time: string | undefined } {
  if (isWholeDay(due)) return { day: due, time: undefined };
  const day = dayOf(Date.parse(due), zone);
  return { day, time: clock.format(Date.parse(due)) };
}

/** A day, or the instant at which it is that time here. */
export const dueOf = (day: string, time: string | undefined): string => (time ? instantOf(day, time, zone) : day);

/** Whether the clocks here never show this time on that day. */
export const isSkippedHere = (day: string, time: string | null | undefined): boolean =>
  Boolean(time && isSkipped(day, time, zone));

/** The instant by which something is due; a day's end is that of the organization. */
export const dueAtOf = (due: string, organizationZone: string): string =>
  isWholeDay(due) ? endOfDay(due, organizationZone) : due;

export const startOfDay = (day: string): string => instantOf(day, "00:00", zone);
