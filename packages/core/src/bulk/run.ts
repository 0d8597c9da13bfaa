import { fieldContext, scopeOf } from "../cards/index.ts";
import type { CardId } from "../kernel/id.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { requireRight } from "../kernel/procedure.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { type CardTask, runCardTasks } from "./card-tasks.ts";
import { changeCard, rightToChange } from "./change.ts";
import { bulkOperation } from "./schema.ts";
import { frozenIds, idsOf } from "./selection.ts";

/**
 * Resumes a bulk change, until it is done or for `runMs` milliseconds, with the rights its starter has now. Its records have origin "bulk", on which no
 * automation runs.
 * @returns true when there is nothing more to do.
 */
export async function runBulk(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  const { selection, change } = bulkOperation.jobOf(operation);
  const right = requireRight(rightToChange(change), { actor, clock });
  const { orgId, operationId } = operation;
  const [scope, context] = await Promise.all([scopeOf(right), fieldContext(right.principal)]);
  const frozen = await frozenIds(operation, clock, () => idsOf({ ...right, clock }, scope, selection));
  async function* tasks(cardIds: readonly CardId[]): AsyncGenerator<CardTask> {
    for (const cardId of cardIds)
      yield { cardId, scope, decide: (current, type, at) => changeCard(orgId, change, type, current, context, at) };
  }
  const finished = await runCardTasks(frozen.operation, tasks(frozen.cardIds), {
    commitContext: { orgId, actor, clock, requestId: operationId, origin: "bulk", batchId: operationId },
    clock,
    runMs,
  });
  if (finished) await amendOperation(operation, { state: "done" });
  return finished;
}
