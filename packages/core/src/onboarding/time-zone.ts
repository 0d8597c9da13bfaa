import * as z from "zod";
import { realignWholeDays } from "../activities/index.ts";
import type { CommitContext } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { operationType } from "../operations/schema.ts";

/** It goes by the zone that the organization has when it runs, so that of two changes in a row the later one counts. */
export const timeZoneOperation = operationType("timeZone", z.object({}));

/**
 * Brings what is due by the days of the organization in line with its changed zone, resuming where it stopped, until its end or for `runMs` milliseconds. Runs as the
 * system: the zone has changed already. Its records have origin "bulk", on which no automation runs: nobody has changed these tasks.
 * @returns true when there is nothing more to do.
 */
export async function runTimeZoneChange(operation: RunningOperation, clock: Clock, runMs: number): Promise<boolean> {
  const { orgId, operationId } = operation;
  const endsAt = clock.now() + runMs;
  const context: CommitContext = {
    orgId,
    actor: systemActor(orgId, "timeZone"),
    clock,
    requestId: operationId,
    origin: "bulk",
    batchId: operationId,
  };
  const finished = await realignWholeDays(context, () => clock.now() >= endsAt);
  if (finished) await amendOperation(operation, { state: "done" });
  return finished;
}
