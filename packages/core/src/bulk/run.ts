import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { requireRight } from "../kernel/procedure.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { bulkOperation } from "./schema.ts";
import { targetOf } from "./targets/list.ts";

/**
 * Resumes a bulk change, until it is done or for `runMs` milliseconds, with the rights its starter has now. Its records have origin "bulk", which
 * start no automations unless that was asked for.
 * @returns true when there is nothing more to do.
 */
export async function runBulk(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  const target = targetOf(bulkOperation.jobOf(operation));
  const right = requireRight(target.right, { actor, clock });
  const finished = await target.run(operation, { ...right, actor, clock }, runMs);
  if (finished) await amendOperation(operation, { state: "done" });
  return finished;
}
