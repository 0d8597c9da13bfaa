/** When a delivery is tried again, and when it is given up. Pure: instants are given, in milliseconds since the epoch. */
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Pauses after the first, second, … attempt; the last one is repeated until the time is over. */
const pauses = [minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour];
/** From its first attempt on, a delivery is tried for three days. */
export const triedMs = 72 * hour;
/** An endpoint where nothing has succeeded for so long is disabled with the next failure. */
export const failingMs = 5 * 24 * hour;

/**
 * The instant of the next attempt, the last of which is at the end of the three days; undefined once it is given up.
 * @param attempts made so far, the first of them at `firstAt`
 */
export function nextAttemptAt(attempts: number, firstAt: number, now: number): number | undefined {
  const endsAt = firstAt + triedMs;
  if (now >= endsAt) return undefined;
  const pause = pauses[Math.min(attempts, pauses.length) - 1] ?? minute;
  return Math.min(now + pause, endsAt);
}

/** So many failures in a row, of whatever deliveries, are taken for the endpoint's: it is then only probed. */
export const heldAfter = 3;
const longestHold = 15 * minute;

/** How long an endpoint is left alone after so many failures in a row; 0 while it is not held. */
export const holdMs = (failures: number): number =>
  failures < heldAfter ? 0 : Math.min(longestHold, 30 * second * 2 ** (failures - heldAfter));
