import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { todayHere, zone } from "../dates/days.ts";
import { type Place, timedPlace } from "./layout/moving.ts";
import { instantAt } from "./layout/wall.ts";

const lastHour = 23;

/** Default time of something new: today at the next full hour, on another day, and once today has none left, in the morning. */
export function nextHour(asked = todayHere(), now = new Date()): Place {
  const isOver = asked === todayHere() && now.getHours() === lastHour;
  const day = isOver ? dayAfter(asked) : asked;
  const hour = day === todayHere() ? now.getHours() + 1 : 9;
  const startMs = instantAt(day, hour * 60, zone);
  return timedPlace(startMs, startMs + 3_600_000, zone);
}
