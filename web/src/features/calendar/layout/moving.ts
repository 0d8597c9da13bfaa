import { dayAfter, dayOf, timeIn } from "@kartis/core/kernel/zoned-time.ts";
import { instantAt } from "./wall.ts";

/** A time; its days are those in the displayed zone. */
export interface Place {
  readonly isAllDay: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

const minuteIn = (ms: number, timeZone: string): number => {
  const [hour = 0, minute = 0] = timeIn(ms, timeZone).split(":").map(Number);
  return hour * 60 + minute;
};

export const timedPlace = (startMs: number, endMs: number, timeZone: string): Place => ({
  isAllDay: false,
  startMs,
  endMs,
  firstDay: dayOf(startMs, timeZone),
  // What ends at midnight has no part in the day that begins then.
  lastDay: dayOf(Math.max(startMs, endMs - 1), timeZone),
});

export const daysPlace = (firstDay: string, lastDay: string): Place => ({
  isAllDay: true,
  startMs: Date.parse(`${firstDay}T00:00:00Z`),
  endMs: Date.parse(`${dayAfter(lastDay)}T00:00:00Z`),
  firstDay,
  lastDay,
});

/** Moves by days and minutes on the clocks of the zone: what begins at ten begins at ten, also after clocks are changed. It lasts as long as before. */
export function movedBy(place: Place, { days = 0, minutes = 0 }: { days?: number; minutes?: number }, timeZone: string): Place {
  if (place.isAllDay) return daysPlace(dayAfter(place.firstDay, days), dayAfter(place.lastDay, days));
  const startMs = instantAt(dayAfter(place.firstDay, days), minuteIn(place.startMs, timeZone) + minutes, timeZone);
  return timedPlace(startMs, startMs + place.endMs - place.startMs, timeZone);
}

/** The shortest that dragging makes of something. */
export const shortestMinutes = 15;

/** Moves the end; the beginning stays. */
export function resizedBy(place: Place, { days = 0, minutes = 0 }: { days?: number; minutes?: number }, timeZone: string): Place {
  if (place.isAllDay) {
    const lastDay = dayAfter(place.lastDay, days);
    return daysPlace(place.firstDay, lastDay < place.firstDay ? place.firstDay : lastDay);
  }
  const endMs = instantAt(dayOf(place.endMs, timeZone), minuteIn(place.endMs, timeZone) + days * 1440 + minutes, timeZone);
  return timedPlace(place.startMs, Math.max(endMs, place.startMs + shortestMinutes * 60_000), timeZone);
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.isAllDay === b.isAllDay &&
  (a.isAllDay ? a.firstDay === b.firstDay && a.lastDay === b.lastDay : a.startMs === b.startMs && a.endMs === b.endMs);
