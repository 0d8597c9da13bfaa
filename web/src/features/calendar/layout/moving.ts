import { dayAfter, dayOf, timeIn } from "@kartis/core/kernel/zoned-time.ts";
import { landingAt, minutesPerDay } from "./wall.ts";

/** A time; its days are those in the displayed zone. */
export interface Place {
  readonly isAllDay: boolean;
  readonly startMs: number;
  readonly endMs: number;
  readonly firstDay: string;
  readonly lastDay: string;
  /** What the clocks skip: the minute of the day at which it was to begin, or to end, which it now does at the first moment after. */
  readonly gap?: { readonly of: "start" | "end"; readonly minute: number };
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
  // What lands after a gap on one day is back at its own hour on the next.
  const meant = minutes === 0 && place.gap?.of === "start" ? place.gap.minute : minuteIn(place.startMs, timeZone);
  const landing = landingAt(dayAfter(place.firstDay, days), meant + minutes, timeZone);
  // Going back from the end of a gap goes to before it.
  const isHeld = landing.isSkipped && days === 0 && minutes < 0 && landing.ms >= place.startMs;
  const startMs = isHeld ? place.startMs + minutes * 60_000 : landing.ms;
  const moved = timedPlace(startMs, startMs + place.endMs - place.startMs, timeZone);
  return landing.isSkipped && !isHeld ? { ...moved, gap: { of: "start", minute: wrapped(meant + minutes) } } : moved;
}

const wrapped = (minute: number): number => ((minute % minutesPerDay) + minutesPerDay) % minutesPerDay;

/** The shortest that dragging makes of something. */
export const shortestMinutes = 15;

/** Moves the end; the beginning stays. */
export function resizedBy(place: Place, { days = 0, minutes = 0 }: { days?: number; minutes?: number }, timeZone: string): Place {
  if (place.isAllDay) {
    const lastDay = dayAfter(place.lastDay, days);
    return daysPlace(place.firstDay, lastDay < place.firstDay ? place.firstDay : lastDay);
  }
  const by = days * minutesPerDay + minutes;
  const minute = minuteIn(place.endMs, timeZone) + by;
  const landing = landingAt(dayOf(place.endMs, timeZone), minute, timeZone);
  const isHeld = landing.isSkipped && by < 0 && landing.ms >= place.endMs;
  const endMs = isHeld ? place.endMs + by * 60_000 : landing.ms;
  const shortest = place.startMs + shortestMinutes * 60_000;
  const resized = timedPlace(place.startMs, Math.max(endMs, shortest), timeZone);
  const isInGap = landing.isSkipped && !isHeld && endMs >= shortest;
  return isInGap ? { ...resized, gap: { of: "end", minute: wrapped(minute) } } : resized;
}

export const isSamePlace = (a: Place, b: Place): boolean =>
  a.isAllDay === b.isAllDay &&
  (a.isAllDay ? a.firstDay === b.firstDay && a.lastDay === b.lastDay : a.startMs === b.startMs && a.endMs === b.endMs);
