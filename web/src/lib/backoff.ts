const firstMilliseconds = 500;
const longestMilliseconds = 30_000;

/** How long to wait before the nth try: anywhere up to a doubling bound (full jitter), so that clients do not come back all at once. */
export function backoff(attempt: number, random: () => number = Math.random): number {
  return random() * Math.min(longestMilliseconds, firstMilliseconds * 2 ** attempt);
}
