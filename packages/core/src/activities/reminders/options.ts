import * as z from "zod";

/** How long before an activity its people can be reminded of it, in minutes (SPEC section 9). */
export const reminderMinutes = [5, 10, 15, 30, 45, 60, 1_440] as const;
export type ReminderMinutes = (typeof reminderMinutes)[number];

/** Null for no reminder. */
export const ReminderSchema = z.literal(reminderMinutes, "validation.enum").nullable();

/** A value as it is stored. */
export const reminderOf = (value: unknown): ReminderMinutes | null => reminderMinutes.find((known) => known === value) ?? null;

/** The full second so many minutes before an instant (a day ends a millisecond before the next); null where there is none. */
export function instantBefore(instant: unknown, minutes: number | null): string | null {
  const at = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(at) || minutes === null ? null : new Date(Math.ceil(at / 1_000) * 1_000 - minutes * 60_000).toISOString();
}
