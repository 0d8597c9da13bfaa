/** Minutes before an activity at which people can be reminded of it (SPEC section 9). */
export const reminderMinutes = [5, 10, 15, 30, 45, 60, 1_440] as const;
export type ReminderMinutes = (typeof reminderMinutes)[number];

/** A value as it is stored. */
export const reminderOf = (value: unknown): ReminderMinutes | null => reminderMinutes.find((known) => known === value) ?? null;

/** The full second so many minutes before an instant (a day ends a millisecond before the next); null where there is none. */
export function instantBefore(instant: unknown, minutes: number | null): string | null {
  const at = typeof instant === "string" ? Date.parse(instant) : Number.NaN;
  return Number.isNaN(at) || minutes === null ? null : new Date(Math.ceil(at / 1_000) * 1_000 - minutes * 60_000).toISOString();
}

/** How far back and ahead reminders are requested, and how long before the start a snoozed one comes again (SPEC section 9). */
export const lookBackMs = 60_000;
export const lookAheadMs = 4 * 3_600_000;
export const snoozeMs = 5 * 60_000;
/** One that has been shown and not answered is asked for this long. */
export const longestOpenMs = 12 * 3_600_000;

/** When a reminder snoozed now comes again; undefined if that is over. */
export function snoozedUntil(startsAt: string, nowMs: number): string | undefined {
  const until = Date.parse(startsAt) - snoozeMs;
  return until > nowMs ? new Date(until).toISOString() : undefined;
}
