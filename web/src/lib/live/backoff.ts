const firstMilliseconds = 500;
const longestMilliseconds = 30_000;

/** Delay before the nth attempt: random up to a doubling bound (full jitter), so that clients do not all return at the same time. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(longestMilliseconds, firstMilliseconds * 2 ** attempt);
}
