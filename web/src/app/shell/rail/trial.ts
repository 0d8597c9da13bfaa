import type { Me } from "../../../lib/session.ts";

/** A trial lasts two weeks; the ring shows the remaining time. */
const trialDays = 14;
const dayMilliseconds = 24 * 60 * 60 * 1000;

export interface Trial {
  /** Whole days left, the last one counted. */
  days: number;
  /** 0 to 1. */
  left: number;
  isExpired: boolean;
}

/** Undefined for plans that are not trials. */
export function trialOf(plan: Me["plan"], now = Date.now()): Trial | undefined {
  if (plan?.type !== "TRIAL" || !plan.endsAt) return undefined;
  const milliseconds = Date.parse(plan.endsAt) - now;
  const days = Math.max(0, Math.ceil(milliseconds / dayMilliseconds));
  return { days, left: Math.min(1, Math.max(0, milliseconds / (trialDays * dayMilliseconds))), isExpired: milliseconds <= 0 };
}
