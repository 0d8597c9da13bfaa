import { dayAfter, instantOf } from "@kartis/core/kernel/zoned-time.ts";
import { todayHere, weekEndOf, zone } from "../dates/days.ts";

const snoozes = ["hour", "evening", "tomorrow", "week"] as const;
export type Snooze = (typeof snoozes)[number];

/** End of the working day: after it, snoozing until the evening means tomorrow's. */
const evening = "18:00";
const morning = "09:00";

/** Target of each snooze choice. Next week begins on the first working day after the weekend. */
export function snoozedUntil(choice: Snooze, nowMs: number, locale: string): string {
  const today = todayHere(nowMs);
  if (choice === "hour") return new Date(Math.ceil((nowMs + 3_600_000) / 300_000) * 300_000).toISOString();
  if (choice === "evening") {
    const tonight = instantOf(today, evening, zone);
    return Date.parse(tonight) > nowMs ? tonight : instantOf(dayAfter(today), evening, zone);
  }
  if (choice === "tomorrow") return instantOf(dayAfter(today), morning, zone);
  return instantOf(dayAfter(weekEndOf(today, locale)), morning, zone);
}

interface SnoozeOffer {
  readonly choice: Snooze;
  readonly until: string;
  /** The key that chooses it. It is the same at any hour, wherever in the list its choice stands. */
  readonly digit: string;
}

/** The choices in the order of their times, which depends on the hour: the evening is before the morning, or after it. */
export const snoozeOffers = (nowMs: number, locale: string): readonly SnoozeOffer[] =>
  snoozes
    .map((choice, index) => ({ choice, until: snoozedUntil(choice, nowMs, locale), digit: String(index + 1) }))
    .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until));
