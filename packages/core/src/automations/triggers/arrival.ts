import { dayOf, instantOf } from "../../kernel/zoned-time.ts";
import type { TimeUnit } from "../actions/definition.ts";
import { laterDay, unitMs } from "../calendar.ts";

/** An offset from a date, and the time of day if the date has none. */
export interface Arrival {
  readonly when: "before" | "on" | "after";
  readonly amount: number;
  readonly unit: TimeUnit;
  /** `HH:MM` in the organization's time zone. */
  readonly at: string;
}

/** Applies the offset to a day or an instant. */
export function arrivalOf({ when, amount, unit, at }: Arrival, value: string, timeZone: string): string {
  const shift = when === "on" ? 0 : when === "before" ? -amount : amount;
  const isDay = value.length === 10;
  if (unit === "minutes" || unit === "hours")
    return new Date(Date.parse(isDay ? instantOf(value, at, timeZone) : value) + shift * unitMs[unit]).toISOString();
  if (isDay) return instantOf(shift === 0 ? value : laterDay(value, shift, unit), at, timeZone);
  const ms = Date.parse(value);
  const day = dayOf(ms, timeZone);
  const midnight = Date.parse(instantOf(day, "00:00", timeZone));
  const then = Date.parse(instantOf(shift === 0 ? day : laterDay(day, shift, unit), "00:00", timeZone));
  return new Date(then + (ms - midnight)).toISOString();
}
