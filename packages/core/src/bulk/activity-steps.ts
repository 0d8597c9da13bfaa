import { activityInScope, type ActivityWrite, type StoredActivity } from "../activities/index.ts";
import type { CommitContext, RecordDraft, Write } from "../data/commit.ts";
import { maxChunkBytes, maxRecordBytes } from "../data/transaction.ts";
import { KartisError } from "../kernel/error.ts";
import type { ActivityId } from "../kernel/id.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { beginningOf } from "../kernel/text.ts";
import {
  commitChunks,
  itemsInChunk,
  progress,
  type Reject,
  type RunningOperation,
  type Stage,
  Upcoming,
} from "../operations/index.ts";
import { type Refusal, refusalOf } from "./refusal.ts";

interface Named {
  readonly id: ActivityId | undefined;
  /** Empty if the actor does not see it. */
  readonly title: string;
}

/** Outcome of one step: the write of its activity, then the writes that follow from it; empty if nothing changes. */
export type ActivityOutcome = Named & ({ readonly written: readonly ActivityWrite[] } | { readonly refused: Refusal });

/** Decides what happens to an activity; one out of scope is refused, by name if the actor can see it. */
export async function decideActivity(
  id: ActivityId | undefined,
  current: StoredActivity | undefined,
  scope: Scope,
  decide: (current: StoredActivity) => readonly ActivityWrite[] | Promise<readonly ActivityWrite[]>,
): Promise<ActivityOutcome> {
  const title = current?.values["title"];
  const named: Named = { id, title: typeof title === "string" ? title : "" };
  if (!current || !activityInScope(seenIn(scope), current)) return { id, title: "", refused: gone };
  if (!activityInScope(scope, current)) return { ...named, refused: { fieldId: null, message: "validation.activityReadOnly" } };
  try {
    return { ...named, written: await decide(current) };
  } catch (error) {
    if (!(error instanceof KartisError)) throw error;
    const refused = refusalOf(error);
    // A reason about the whole activity is more specific than those about its values.
    const said = { ...refused, message: error.details.messageKey ?? refused.message };
    return { ...named, refused: error.code === "NOT_FOUND" ? gone : said };
  }
}

const gone: Refusal = { fieldId: null, message: "validation.activityGone" };

/** The additional writes of one chunk, and its outcomes after `complete`. */
interface Completed {
  readonly outcomes: readonly ActivityOutcome[];
  readonly writes: readonly Write[];
  readonly records: readonly RecordDraft[];
}

interface StepsOptions {
  readonly commitContext: CommitContext;
  readonly runMs: number;
  /** Maximum number of steps per chunk, for steps that write more than their activity. */
  readonly most?: number;
  /** Decides what depends on the whole chunk, once its outcomes are known. No effects. */
  readonly complete?: (outcomes: readonly ActivityOutcome[], at: string) => Promise<Completed>;
}

/**
 * Takes the operation's steps, as many per transaction as fit: the activities (checked for their versions), one record, and the progress. So after a crash every
 * step counted is done, and none is done twice.
 * @param windows the steps after the operation's cursor
 * @param decide decides the outcomes of some steps in the current state. No effects: it is called again when a chunk has to be prepared again
 * @returns true when all are done, false when `runMs` milliseconds passed first
 */
export async function runActivitySteps<Step>(
  operation: RunningOperation,
  windows: AsyncIterable<readonly Step[]>,
  decide: (steps: readonly Step[], at: string) => Promise<readonly ActivityOutcome[]>,
  { commitContext, runMs, most: mostSteps = itemsInChunk, complete = alone }: StepsOptions,
): Promise<boolean> {
  const { clock } = commitContext;
  const deadlineMs = clock.now() + runMs;
  const upcoming = new Upcoming(windows, operation.done);
  return commitChunks<Stage>(
    { operation, keys: new Set() },
    {
      commitContext,
      async make({ operation: current }, most, at) {
        const steps = await upcoming.from(current.done, Math.min(most, mostSteps));
        if (steps.length === 0) return undefined;
        const { outcomes, writes, records } = await complete(fitting(await decide(steps, at)), at);
        const changed = outcomes.flatMap((outcome) =>
          "written" in outcome && outcome.written.length > 0 ? [outcome.written] : [],
        );
        const written = changed.flat();
        const rejects = outcomes.flatMap((outcome, index) =>
          "refused" in outcome ? [rejectOf(outcome, current.done + index + 1)] : [],
        );
        const next = {
          done: current.done + outcomes.length,
          created: current.created,
          updated: current.updated + changed.length,
          skipped: current.skipped + outcomes.length - changed.length - rejects.length,
          failed: current.failed + rejects.length,
        };
        return {
          writes: [...written.map(({ write }) => write), ...writes, ...progress(current, next, rejects, undefined, clock)],
          records: [...(written.length > 0 ? [{ changes: written.map(({ change }) => change) }] : []), ...records],
          result: { operation: { ...current, ...next }, keys: keysOf(outcomes) },
        };
      },
      landed: ({ operation: { done } }) => upcoming.letGo(done),
      mayGoOn: () => clock.now() < deadlineMs,
    },
  );
}

const alone: NonNullable<StepsOptions["complete"]> = (outcomes) => Promise.resolve({ outcomes, writes: [], records: [] });

const rejectOf = ({ title, refused }: Named & { readonly refused: Refusal }, line: number): Reject => ({
  line,
  ...refused,
  value: beginningOf(title, 200),
});

const writtenOf = (outcome: ActivityOutcome): readonly ActivityWrite[] => ("written" in outcome ? outcome.written : []);

const keysOf = (outcomes: readonly ActivityOutcome[]): ReadonlySet<string> =>
  new Set(outcomes.flatMap((outcome) => [outcome.id ?? [], writtenOf(outcome).map(({ activity }) => activity.id)].flat()));

/** The longest prefix of the outcomes that fits one transaction, at least one; an item may not be written twice, nor decided on before an earlier write to it. */
function fitting(outcomes: readonly ActivityOutcome[]): readonly ActivityOutcome[] {
  const taken = new Set<string>();
  let [bytes, recordBytes] = [0, 0];
  const length = outcomes.findIndex((outcome, index) => {
    const own = writtenOf(outcome);
    const isTwice = [outcome.id ?? "", ...own.map(({ activity }) => activity.id)].some((id) => taken.has(id));
    for (const { activity, change } of own) {
      taken.add(activity.id);
      bytes += Buffer.byteLength(JSON.stringify(activity.values));
      recordBytes += Buffer.byteLength(JSON.stringify(change));
    }
    return (
      index > 0 && (isTwice || taken.size > itemsInChunk || recordBytes > maxRecordBytes || bytes + recordBytes > maxChunkBytes)
    );
  });
  return length === -1 ? outcomes : outcomes.slice(0, length);
}
