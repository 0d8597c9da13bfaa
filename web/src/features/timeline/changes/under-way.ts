/** What was written on timelines and has no answer yet. */
const underWay = new Set<Promise<unknown>>();

/** Runs it; whoever undoes waits for its answer. */
export function track<T>(run: () => Promise<T>): Promise<T> {
  const result = run();
  const settled = result.catch(() => undefined).finally(() => underWay.delete(settled));
  underWay.add(settled);
  return result;
}

/** Resolves when everything written so far has been answered. */
export const entriesSaved = (): Promise<unknown> => Promise.all(underWay);
