import { todayHere, zone } from "../tasks/days.ts";
import { type Place, timedPlace } from "./layout/moving.ts";
import { instantAt } from "./layout/wall.ts";

/** Default time of something new: today at the next full hour, on another day in the morning. */
export function nextHour(day = todayHere()): Place {
  const hour = day === todayHere() ? Math.min(23, new Date().getHours() + 1) : 9;
  const startMs = instantAt(day, hour * 60, zone);
  return timedPlace(startMs, startMs + 3_600_000, zone);
}
