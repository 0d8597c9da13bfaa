import { setImmediate } from "node:timers/promises";
import type { ChangeSet, CommitContext } from "../data/commit.ts";
import { instant } from "../kernel/clock.ts";
import { commitMetered, isOverLimit } from "../plans/index.ts";
import type { RunningOperation } from "./store.ts";

/** The position of an operation, with whatever preparing its next chunk needs to know of the previous one. */
export interface Stage {
  readonly operation: RunningOperation;
  /** Cards and identifiers that the previous chunk has read or written. Anything based on them before it was written is prepared again. */
  readonly keys: ReadonlySet<string>;
}

/** Splits an operation's units into transactions. */
export interface Chunks<S extends Stage> {
  readonly commitContext: CommitContext;
  /**
   * The writes of the next chunk after the stage, and the stage after it; undefined at the end. Called before the previous chunk is known to be written, and
   * again when it turns out otherwise, so it has no effects; but never twice at once.
   * @param most units that it may process.
   * @param isStale true when something read for this chunk has changed since.
   */
  make(stage: S, most: number, at: string, isStale: boolean): Promise<ChangeSet<S> | undefined>;
  /** The stage's chunk is written. */
  landed(stage: S): void;
  /** Checked between two chunks. */
  mayGoOn(): boolean;
}

type Made<S> = Promise<ChangeSet<S> | undefined>;

/**
 * Writes chunk after chunk, each in one transaction that moves the operation's progress on from where the one before left it. While one is written, the next is
 * prepared on the assumption that it succeeds; otherwise the next is prepared anew. So the engine and this process work at the same time, with the same result
 * as one chunk after the other. Near the plan's limit as many units go in as there is room for.
 * @returns true when there is nothing more to do, false when it may not continue.
 */
export async function commitChunks<S extends Stage>(first: S, chunks: Chunks<S>): Promise<boolean> {
  const { commitContext } = chunks;
  let stage = first;
  let most = Number.POSITIVE_INFINITY;
  let ahead: { readonly behind: S; readonly made: Made<S> } | undefined;
  const made = async (behind: S, at: string, isStale: boolean): Made<S> => {
    const changeSet = await chunks.make(behind, most, at, isStale);
    return changeSet && { ...changeSet, at };
  };
  const lookAhead = (behind: S) => {
    // Not before the previous chunk is on its way.
    const next = setImmediate().then(() => made(behind, instant(commitContext.clock), false));
    next.catch(() => undefined); // thrown where the chunk is awaited
    ahead = { behind, made: next };
  };
  const settled = async () => ahead?.made.catch(() => undefined);
  try {
    for (;;) {
      if (stage !== first && !chunks.mayGoOn()) return ahead?.behind === stage && (await isEnd(ahead.made));
      let [attempts, units] = [0, 0];
      try {
        const { result } = await commitMetered(commitContext, async (at) => {
          const isFirst = ++attempts === 1 && ahead?.behind === stage;
          const early = await settled();
          const isGood = isFirst && early !== undefined && !overlap(early.result.keys, stage.keys);
          const changeSet = isGood ? early : await made(stage, at, attempts > 1 || early !== undefined);
          if (!changeSet) return { writes: [], records: [], result: undefined };
          units = changeSet.result.operation.done - stage.operation.done;
          lookAhead(changeSet.result);
          return changeSet;
        });
        if (!result) return true;
        stage = result;
        chunks.landed(stage);
      } catch (error) {
        if (!isOverLimit(error) || units <= 1) throw error;
        most = Math.ceil(units / 2);
      }
    }
  } finally {
    await settled();
  }
}

const overlap = (some: ReadonlySet<string>, others: ReadonlySet<string>) => [...some].some((key) => others.has(key));

/** False also if preparing it failed: the next run will see. */
const isEnd = <S>(made: Made<S>): Promise<boolean> =>
  made.then(
    (changeSet) => changeSet === undefined,
    () => false,
  );
