import { type ActivityWrite, findActivities, requireReached, rightOver, type StoredActivity } from "../activities/index.ts";
import type { BulkPreview } from "../bulk/schema.ts";
import { scopeOf } from "../cards/index.ts";
import type { Change } from "../data/journal.ts";
import { maxTransactItems } from "../data/transaction.ts";
import { importOperation } from "../imports/schema.ts";
import { isActivityTarget } from "../imports/targets/schema.ts";
import type { Actor } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { type ActivityId, isId, type OrgId } from "../kernel/id.ts";
import { type CallContext, requireRight } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { beginningOf } from "../kernel/text.ts";
import {
  commitChunks,
  findOperation,
  progress,
  type Reject,
  type RunningOperation,
  type Stage,
  Upcoming,
} from "../operations/index.ts";
import { meterItems } from "../plans/index.ts";
import { inverseOf, undoing } from "./activities.ts";
import { changesOf, type Reverted } from "./batch.ts";
import { revertOperation } from "./schema.ts";

/*
 * Reverting an import of activities: what it made goes to the trash, and comes back when the revert is reverted.
 */

/** What an operation changed; of a revert, that of what it reverted. */
export async function revertedKind(operation: RunningOperation): Promise<Reverted> {
  if (operation.kind === "import") return isActivityTarget(importOperation.jobOf(operation).typeId) ? "activity" : "card";
  if (operation.kind !== "revert") return "card";
  const reverted = await findOperation(operation.orgId, revertOperation.jobOf(operation).operationId);
  return reverted ? revertedKind(reverted) : "card";
}

type Outcome =
  | { readonly written: ActivityWrite | undefined; readonly title: string }
  | { readonly refused: string; readonly fieldId: string | null; readonly title: string };

/** Decides what becomes of each change, with the actor's rights of now. */
function deciding(orgId: OrgId, context: Pick<CallContext, "actor" | "clock">) {
  const scopes = new Map<string, Promise<Scope>>();
  const scopeFor = (change: Change): Promise<Scope> => {
    const right = rightOver(inverseOf(change));
    const key = right.join(".");
    const known = scopes.get(key) ?? scopeOf(requireRight(right, context), right[0]);
    scopes.set(key, known);
    return known;
  };
  return async (changes: readonly Change[], at: string): Promise<Outcome[]> => {
    const found = await findActivities(orgId, changes.flatMap(idsIn));
    return Promise.all(
      changes.map(async (change): Promise<Outcome> => {
        const [id] = idsIn(change);
        const current = id && found.get(id);
        const title = titleOf(current);
        try {
          const reached = requireReached(await scopeFor(change), current);
          return { written: undoing(orgId, reached, change, at), title };
        } catch (error) {
          if (!(error instanceof KartisError) || error.code === "NO_PERMISSION") throw error;
          const { messageKey, fields } = error.details;
          const isGone = error.code === "NOT_FOUND";
          return {
            refused: isGone ? "validation.activityGone" : (messageKey ?? `errors.${error.code}.message`),
            fieldId: Object.keys(fields ?? {})[0] ?? null,
            title: isGone ? "" : title,
          };
        }
      }),
    );
  };
}

const idsIn = ({ subject: { id } }: Change): ActivityId[] => (isId("act", id) ? [id] : []);
const titleOf = (activity: StoredActivity | undefined): string => {
  const title = activity?.values["title"];
  return typeof title === "string" ? title : "";
};

/** Items of a transaction left for activities, after the operation's progress and report, the journal record and the plan's meter. */
const itemsForActivities = maxTransactItems - 3 - meterItems;
/** DynamoDB accepts four megabytes per transaction. */
const maxChunkBytes = 3 * 1024 * 1024;

async function* windowsOf(reverted: RunningOperation, skip: number, size: number): AsyncGenerator<Change[]> {
  let toSkip = skip;
  let window: Change[] = [];
  for await (const { change } of changesOf(reverted, "activity")) {
    if (toSkip > 0) {
      toSkip--;
      continue;
    }
    window.push(change);
    if (window.length < size) continue;
    yield window;
    window = [];
  }
  if (window.length > 0) yield window;
}

/** What reverting the operation would do right now. */
export async function previewActivities(
  reverted: RunningOperation,
  context: Pick<CallContext, "actor" | "clock">,
): Promise<BulkPreview> {
  const decide = deciding(reverted.orgId, context);
  let [total, changing] = [0, 0];
  const refused = new Map<string, { fieldId: string | null; message: string; count: number; names: string[] }>();
  for await (const window of windowsOf(reverted, 0, itemsForActivities)) {
    for (const outcome of await decide(window, instant(context.clock))) {
      total++;
      if (!("refused" in outcome)) {
        if (outcome.written) changing++;
        continue;
      }
      const { refused: message, fieldId, title } = outcome;
      const key = `${fieldId} ${message}`;
      const known = refused.get(key) ?? { fieldId, message, count: 0, names: [] };
      known.count++;
      if (title !== "" && known.names.length < 5) known.names.push(beginningOf(title, 200));
      refused.set(key, known);
    }
  }
  const kept = [...refused.values()];
  const same = total - changing - kept.reduce((sum, { count }) => sum + count, 0);
  return { total, changing, same, refused: kept, examples: [] };
}

/**
 * Resumes the revert of an import of activities: each chunk is one transaction with its record and the progress, so after a crash nothing is done twice.
 * @returns true when there is nothing more to do, false when `runMs` milliseconds passed first.
 */
export async function revertActivities(
  operation: RunningOperation,
  reverted: RunningOperation,
  { actor, clock, runMs }: { readonly actor: Actor; readonly clock: Clock; readonly runMs: number },
): Promise<boolean> {
  const { orgId, operationId } = operation;
  const deadlineMs = clock.now() + runMs;
  const decide = deciding(orgId, { actor, clock });
  const upcoming = new Upcoming(windowsOf(reverted, operation.done, itemsForActivities), operation.done);
  return commitChunks<Stage>(
    { operation, keys: new Set() },
    {
      commitContext: { orgId, actor, clock, requestId: operationId, origin: "undo", batchId: operationId },
      async make({ operation: current }, most, at) {
        const window = await upcoming.from(current.done, Math.min(most, itemsForActivities));
        if (window.length === 0) return undefined;
        const outcomes = fitting(await decide(window, at));
        const written = outcomes.flatMap((outcome) => ("written" in outcome && outcome.written ? [outcome.written] : []));
        const rejects = outcomes.flatMap((outcome, index): Reject[] =>
          "refused" in outcome
            ? [
                {
                  line: current.done + index + 1,
                  fieldId: outcome.fieldId,
                  message: outcome.refused,
                  value: beginningOf(outcome.title, 200),
                },
              ]
            : [],
        );
        const next = {
          done: current.done + outcomes.length,
          created: current.created,
          updated: current.updated + written.length,
          skipped: current.skipped + outcomes.length - written.length - rejects.length,
          failed: current.failed + rejects.length,
        };
        return {
          writes: [...written.map(({ write }) => write), ...progress(current, next, rejects, undefined, clock)],
          records: written.length > 0 ? [{ changes: written.map(({ change }) => change) }] : [],
          result: { operation: { ...current, ...next }, keys: new Set<string>() },
        };
      },
      landed: ({ operation: { done } }) => upcoming.letGo(done),
      mayGoOn: () => clock.now() < deadlineMs,
    },
  );
}

/** As many outcomes, from the first on, as fit one transaction; at least one. */
function fitting(outcomes: readonly Outcome[]): readonly Outcome[] {
  let bytes = 0;
  const length = outcomes.findIndex((outcome, index) => {
    if ("written" in outcome && outcome.written) bytes += Buffer.byteLength(JSON.stringify(outcome.written.activity.values));
    return index > 0 && bytes > maxChunkBytes;
  });
  return length === -1 ? outcomes : outcomes.slice(0, length);
}
