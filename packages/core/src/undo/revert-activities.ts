import { findActivities, rightOver } from "../activities/index.ts";
import { type ActivityOutcome, decideActivity, previewOfActivities, runActivitySteps } from "../bulk/index.ts";
import { type BulkPreview, isOfActivities } from "../bulk/schema.ts";
import { scopeOf } from "../cards/index.ts";
import type { Change } from "../data/journal.ts";
import { importOperation } from "../imports/schema.ts";
import { isActivityTarget } from "../imports/targets/schema.ts";
import type { Actor } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { type ActivityId, isId, type OrgId } from "../kernel/id.ts";
import { type CallContext, requireRight } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { findOperation, inWindows, itemsInChunk, type RunningOperation } from "../operations/index.ts";
import { inverseOf, timeZoneOf, undoing, withSameNotice } from "./activities.ts";
import { changesOf, type Reverted } from "./batch.ts";
import { revertOperation } from "./schema.ts";

/*
 * Reverting an import of activities or a bulk change of tasks or meetings: what it made goes to the trash, what it changed is as it was, and both come back when the revert is
 * reverted.
 */

/** Subjects of an operation; for a revert, those of the operation that it reverted. */
export async function revertedKind(operation: RunningOperation): Promise<Reverted> {
  if (operation.kind === "import") return isActivityTarget(importOperation.jobOf(operation).typeId) ? "activity" : "card";
  if (operation.kind === "bulk") return isOfActivities(operation.input) ? "activity" : "card";
  if (operation.kind !== "revert") return "card";
  const reverted = await findOperation(operation.orgId, revertOperation.jobOf(operation).operationId);
  return reverted ? revertedKind(reverted) : "card";
}

/** Decides what becomes of each change, with the actor's rights of now. Throws NO_PERMISSION where they may do nothing of the kind. */
function deciding(orgId: OrgId, context: Pick<CallContext, "actor" | "clock">) {
  const scopes = new Map<string, Promise<Scope>>();
  const scopeFor = (change: Change): Promise<Scope> => {
    const right = rightOver(inverseOf(change));
    const key = right.join(".");
    const known = scopes.get(key) ?? scopeOf(requireRight(right, context), right[0]);
    scopes.set(key, known);
    return known;
  };
  return async (changes: readonly Change[], at: string): Promise<ActivityOutcome[]> => {
    const [found, timeZone] = await Promise.all([findActivities(orgId, changes.flatMap(idsIn)), timeZoneOf(orgId)]);
    return Promise.all(
      changes.map(async (change) => {
        const [id] = idsIn(change);
        return decideActivity(id, id && found.get(id), await scopeFor(change), (current) => {
          const undone = undoing(orgId, current, change, at, timeZone);
          return undone ? [withSameNotice(undone, change)] : [];
        });
      }),
    );
  };
}

const idsIn = ({ subject: { id } }: Change): ActivityId[] => (isId("act", id) ? [id] : []);

async function* changesIn(reverted: RunningOperation): AsyncGenerator<Change> {
  for await (const { change } of changesOf(reverted, "activity")) yield change;
}

/** Preview of reverting the operation, as of now. */
export function previewActivities(
  reverted: RunningOperation,
  context: Pick<CallContext, "actor" | "clock">,
): Promise<BulkPreview> {
  const decide = deciding(reverted.orgId, context);
  async function* outcomes() {
    for await (const window of inWindows(changesIn(reverted), 0, itemsInChunk))
      yield await decide(window, instant(context.clock));
  }
  return previewOfActivities(outcomes());
}

/**
 * Resumes the revert: each chunk is one transaction with its record and the progress, so after a crash nothing is done twice.
 * @returns true when there is nothing more to do, false when `runMs` milliseconds passed first.
 */
export function revertActivities(
  operation: RunningOperation,
  reverted: RunningOperation,
  { actor, clock, runMs }: { readonly actor: Actor; readonly clock: Clock; readonly runMs: number },
): Promise<boolean> {
  const { orgId, operationId } = operation;
  return runActivitySteps(
    operation,
    inWindows(changesIn(reverted), operation.done, itemsInChunk),
    deciding(orgId, { actor, clock }),
    {
      commitContext: { orgId, actor, clock, requestId: operationId, origin: "undo", batchId: operationId },
      runMs,
    },
  );
}
