import * as z from "zod";
import type { Change } from "../../data/journal.ts";
import { dayOf, instantOf } from "../../kernel/zoned-time.ts";
import { timeUnits } from "../actions/definition.ts";
import { tooLong } from "../actions/settings.ts";
import { laterDay, unitMs } from "../calendar.ts";
import type { FiringWindow, Moment } from "./definition.ts";
import { TimeOfDay } from "./settings.ts";

/** The settings of an offset from a date. */
export const arrivalShape = {
  when: z.enum(["before", "on", "after"]),
  amount: z.number().int().min(0).default(0),
  unit: z.enum(timeUnits).default("days"),
  /** `HH:MM` in the organization's time zone, for a date without a time of day. */
  at: TimeOfDay.default("09:00"),
};
const ArrivalSchema = z.object(arrivalShape);

/** Whether a date that is entered when its moment has passed fires at once. */
export const firesLate = z.boolean().default(false);
export type Arrival = z.output<typeof ArrivalSchema>;

/** Refuses an offset of nothing, and one of more than ten years. */
export function checkArrival({ when, amount, unit }: Arrival, context: z.RefinementCtx): void {
  const message = when === "on" ? undefined : amount > 0 ? tooLong(amount, unit) : "validation.positive";
  if (message) context.addIssue({ code: "custom", path: ["amount"], message });
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

/** The moment of a date that a change enters, if it had passed by then; null for none, or one to come. */
export function missedArrival(config: Arrival, { before, after }: Change, key: string, { at, timeZone }: Moment): string | null {
  const value = after?.[key];
  if (typeof value !== "string" || value === before?.[key]) return null;
  const arrival = arrivalOf(config, value, timeZone);
  return Date.parse(arrival) <= Date.parse(at) ? arrival : null;
}

/** The days between which a date lies whose arrival is in the window. Widened by a day on each side, or three for units of varying length: it includes others. */
export function daysArriving(
  { when, amount, unit }: Arrival,
  { from, to, timeZone }: FiringWindow,
): { readonly from: string; readonly to: string } {
  const slack = unit === "months" || unit === "years" ? 3 : 1;
  const dayFor = (instant: string, days: number): string => {
    const shift = when === "on" ? 0 : when === "before" ? amount : -amount;
    const isFine = unit === "minutes" || unit === "hours";
    const ms = Date.parse(instant) + (isFine ? shift * unitMs[unit] : 0);
    const day = dayOf(ms, timeZone);
    return laterDay(isFine || shift === 0 ? day : laterDay(day, shift, unit), days, "days");
  };
  return { from: dayFor(from, -slack), to: dayFor(to, slack) };
}
