/** Pace of reactions to other people's changes: soon after the first, but not together with everyone else, and then not again for a while. */
export interface Pace {
  readonly leastMs: number;
  /** Added at random, so that a hundred browsers that hear of a change do not all ask in the same moment. */
  readonly spreadMs: number;
  /** Minimum time between two. */
  readonly restMs: number;
}

/**
 * The pace at which a browser asks again, by how many people work in the organization: one change is on everybody's screen within a second; of many, all
 * browsers together ask about twenty times a second, however many they are.
 */
export const paceFor = (people: number): Pace => ({
  leastMs: 200,
  spreadMs: Math.min(700, 250 + people * 5),
  restMs: Math.max(500, people * 50),
});

/** `run`, done once for all the calls that come before it is due. */
export function paced(run: () => void, pace: () => Pace): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    if (timer) return;
    const { leastMs, spreadMs, restMs } = pace();
    const now = Date.now();
    const due = Math.max(now + leastMs, last + restMs) + Math.random() * spreadMs;
    timer = setTimeout(() => {
      timer = undefined;
      last = Date.now();
      run();
    }, due - now);
  };
}
