/** One after the other: a later change of a task is meant of what an earlier one has made of it. */
let last: Promise<unknown> = Promise.resolve();

/** Runs after every change of tasks before it, whether those succeeded or not. */
export function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const result = last.then(run, run);
  last = result.catch(() => undefined);
  return result;
}

/** Settles once what was changed so far has been answered. */
export const tasksSaved = (): Promise<unknown> => last;
