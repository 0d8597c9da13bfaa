/** Instants until which questions wait to be asked again. */
const ends = new Set<number>();
const subscribers = new Set<() => void>();

function notify(): void {
  for (const subscriber of subscribers) subscriber();
}

/** Resolves after these seconds, for which `waitsUntil` says that something on the page waits. */
export async function pause(seconds: number): Promise<void> {
  const endMs = Date.now() + seconds * 1_000;
  ends.add(endMs);
  notify();
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  ends.delete(endMs);
  notify();
}

/** When the first of the questions that wait is asked again, in ms since 1970; 0 if none waits. */
export const waitsUntil = (): number => (ends.size > 0 ? Math.min(...ends) : 0);

export function subscribeToWaits(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => void subscribers.delete(subscriber);
}
