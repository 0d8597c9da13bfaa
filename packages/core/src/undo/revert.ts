import {
  attempt,
  type CardTask,
  type Outcome,
  outOfReach,
  previewOf,
  type Prospect,
  runCardTasks,
  written,
} from "../bulk/index.ts";
import { type BulkPreview, isOfRuns } from "../bulk/schema.ts";
import { cardsById, cardTypesOf, fieldContext, inScope, scopeOf, type StoredCard } from "../cards/index.ts";
import type { FieldContext } from "../cards/rules.ts";
import type { CardType } from "../cards/schema.ts";
import type { Change } from "../data/journal.ts";
import { type Actor, principalOf } from "../kernel/actor.ts";
import { type Clock, instant } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OperationId, type OrgId } from "../kernel/id.ts";
import { type CallContext, type OrgContext, requireRight } from "../kernel/procedure.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { amendOperation, findOperation, type RunningOperation } from "../operations/index.ts";
import { changesOf, countChanges, type Reverted } from "./batch.ts";
import { previewActivities, revertActivities, revertedKind } from "./revert-activities.ts";
import { withoutDeadFiles } from "./files.ts";
import { type Obstacle, rightToUndo, undoing } from "./inverse.ts";
import { revertOperation } from "./schema.ts";

/** The operation to be reverted. Throws NOT_FOUND, and PRECONDITION_FAILED for one that is still running or has changed nothing revertible. */
export async function revertible(orgId: OrgId, operationId: OperationId): Promise<RunningOperation> {
  const operation = await findOperation(orgId, operationId);
  if (!operation) throw new KartisError("NOT_FOUND", { messageKey: "errors.operationNotFound" });
  if (operation.kind === "export" || (operation.kind === "bulk" && isOfRuns(operation.input)))
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  if (operation.state === "running") throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.running" });
  return operation;
}

/** Requires permission to read cards for reverting changes to them. For activities, each change checks its own permission. */
export function requireReading(kind: Reverted, context: Pick<CallContext, "actor" | "clock">): void {
  if (kind === "card") requireRight(["CARDS", "read"], context);
}

/** The scope within which the actor may make each kind of inverse; throws NO_PERMISSION for one they may not make. */
function scopesFor(context: Pick<CallContext, "actor" | "clock">): (change: Change) => Promise<Scope> | undefined {
  const scopes = new Map<string, Promise<Scope>>();
  return (change) => {
    const right = rightToUndo(change);
    if (!right) return undefined;
    const key = right.join(".");
    const known = scopes.get(key) ?? scopeOf(requireRight(right, context));
    scopes.set(key, known);
    return known;
  };
}

/** The effect of reverting the change on its card. Anything changed since stays. */
function takeBack(orgId: OrgId, change: Change, type: CardType, current: StoredCard, context: FieldContext, at: string): Outcome {
  return attempt(() => {
    const undone = undoing(orgId, type, current, change, context, at);
    return undone.ok ? written(undone.cardWrite) : { refused: refusalOf(undone.obstacle) };
  });
}

function refusalOf(obstacle: Obstacle): { fieldId: string | null; message: string } {
  switch (obstacle.kind) {
    case "changed":
      return { fieldId: obstacle.fieldIds[0] ?? null, message: "validation.changedSince" };
    case "refused":
      return { fieldId: obstacle.skipped[0]?.fieldId ?? null, message: obstacle.skipped[0]?.reason ?? "errors.undo.refused" };
    default:
      return { fieldId: null, message: `errors.undo.${obstacle.kind}` };
  }
}

const windowSize = 1_000;

/** Preview of reverting the operation, as of now. */
export async function previewRevert(operationId: OperationId, context: OrgContext): Promise<BulkPreview> {
  const { orgId } = context.principal;
  const operation = await revertible(orgId, operationId);
  const kind = await revertedKind(operation);
  requireReading(kind, context);
  if (kind === "activity") return previewActivities(operation, context);
  const [settings, cardTypes] = await Promise.all([fieldContext(context.principal), cardTypesOf(orgId)]);
  const types = new Map<string, CardType>(cardTypes.map((type) => [type.id, type]));
  const scopeFor = scopesFor(context);
  const at = instant(context.clock);
  async function prospectsOf(changes: readonly Change[]): Promise<Prospect[]> {
    const cards = await cardsById(
      orgId,
      changes.flatMap(({ subject: { id } }) => (isId("crd", id) ? [id] : [])),
    );
    return Promise.all(
      changes.map(async (change): Promise<Prospect> => {
        const { id } = change.subject;
        const card = isId("crd", id) ? cards.get(id) : undefined;
        const type = card && types.get(card.typeId);
        const scope = await scopeFor(change);
        if (!card || !type || !scope || !inScope(seenIn(scope), card)) return { outcome: { refused: outOfReach(undefined) } };
        const current: StoredCard = { ...card, fieldVersions: {}, secrets: {} };
        if (!inScope(scope, card)) return { current, outcome: { refused: outOfReach(current) } };
        return { current, outcome: takeBack(orgId, change, type, current, settings, at) };
      }),
    );
  }
  async function* windows() {
    let window: Change[] = [];
    for await (const { change } of changesOf(operation, "card")) {
      window.push(change);
      if (window.length < windowSize) continue;
      yield await prospectsOf(window);
      window = [];
    }
    if (window.length > 0) yield await prospectsOf(window);
  }
  return previewOf(orgId, windows());
}

/**
 * Reverts an operation, from its last change to its first, resuming where it stopped; anything changed since is reported as a reject. It is an operation
 * itself, so it can be reverted in turn.
 * @returns true when there is nothing more to do.
 */
export async function runRevert(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  const { orgId } = operation;
  const reverted = await revertible(orgId, revertOperation.jobOf(operation).operationId);
  const kind = await revertedKind(reverted);
  requireReading(kind, { actor, clock });
  let current = operation;
  if (current.total === null) {
    const total = await countChanges(reverted, kind);
    await amendOperation(current, { total });
    current = { ...current, total };
  }
  const finished =
    kind === "activity"
      ? await revertActivities(current, reverted, { actor, clock, runMs })
      : await revertCards(current, reverted, await fieldContext(principalOf(actor)), { actor, clock, runMs });
  if (finished) await amendOperation(operation, { state: "done" });
  return finished;
}

function revertCards(
  current: RunningOperation,
  reverted: RunningOperation,
  settings: FieldContext,
  { actor, clock, runMs }: { readonly actor: Actor; readonly clock: Clock; readonly runMs: number },
): Promise<boolean> {
  const { orgId, operationId } = current;
  const scopeFor = scopesFor({ actor, clock });
  async function* tasks(): AsyncGenerator<CardTask> {
    for await (const { change: recorded } of changesOf(reverted, "card")) {
      const change = await withoutDeadFiles(orgId, recorded);
      const { id } = change.subject;
      const scope = await scopeFor(change);
      if (!scope || !isId("crd", id)) continue;
      yield { cardId: id, scope, decide: (card, type, at) => takeBack(orgId, change, type, card, settings, at) };
    }
  }
  return runCardTasks(current, tasks(), {
    commitContext: { orgId, actor, clock, requestId: operationId, origin: "undo", batchId: operationId },
    clock,
    runMs,
  });
}
