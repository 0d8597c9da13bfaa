/** When a delivery is retried, and when it is given up. Pure: instants are passed in, in milliseconds since the epoch. */
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Pauses after the first, second, … attempt; the last is repeated until the three days are over. */
const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];
/** A delivery is retried for three days from its first attempt. */
export const triedMs = 72 * hour;
/** An endpoint with no success for this long is disabled on the next failure. */
export const failingMs = 5 * 24 * hour;

/**
 * The instant of the next attempt; the last one is at the end of the three days. Undefined once the delivery is given up.
 * @param attempts made so far, the first of them at `firstAt`
 */
export function nextAttemptAt(attempts: number, firstAt: number, now: number): number | undefined {
  const endsAt = firstAt + triedMs;
  if (now >= endsAt) return undefined;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? minute;
  return Math.min(now + pause, endsAt);
}

/** After this many failures in a row, of any deliveries, the endpoint itself is presumed to be failing: from then on it is only probed. */
export const heldAfter = 3;
const longestHold = 15 * minute;

/** How long an endpoint is held after this many failures in a row; 0 if it is not. */
export const holdMs = (failures: number): number =>
  failures < heldAfter ? 0 : Math.min(longestHold, 30 * second * 2 ** (failures - heldAfter));
