import { dayAfter, dayOf, instantOf } from "../../kernel/zoned-time.ts";
import { daysFromToday } from "./relative-days.ts";

/** Like `momentOf`, with days counted in a time zone. */
export function momentIn(value: unknown, nowMs: number, timeZone: string): unknown {
  const days = daysFromToday(value);
  if (days === undefined) return value;
  const day = dayAfter(dayOf(nowMs, timeZone), days);
  return String(value).endsWith("T") ? instantOf(day, "00:00", timeZone) : day;
}
