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

/** How far back and ahead reminders are requested, and how long before the start, or from now, a snoozed one comes again (SPEC section 9). */
export const lookBackMs = 60_000;
export const lookAheadMs = 4 * 3_600_000;
export const snoozeMs = 5 * 60_000;
/** One that has been shown and not answered is asked for this long. */
export const longestOpenMs = 12 * 3_600_000;

/** When a snoozed reminder comes again. */
export interface Snooze {
  readonly until: string;
  /** Five minutes before; when it starts; or five minutes from now. */
  readonly to: "before" | "start" | "later";
}

/**
 * When a reminder that is snoozed now comes again: five minutes before, and where that is over, a meeting when it starts and a task, which is still to be done,
 * in five minutes. Undefined for a meeting that has started: nothing is left to be reminded of.
 */
export function snoozeOf(
  { type, startsAt }: { readonly type: string; readonly startsAt: string },
  nowMs: number,
): Snooze | undefined {
  const at = Date.parse(startsAt);
  const snooze = (until: number, to: Snooze["to"]) => ({ until: new Date(until).toISOString(), to });
  if (at - snoozeMs > nowMs) return snooze(at - snoozeMs, "before");
  if (type === "TASK") return snooze(nowMs + snoozeMs, "later");
  return at > nowMs ? snooze(at, "start") : undefined;
}
