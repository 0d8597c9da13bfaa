import * as z from "zod";
import { realignWholeDays } from "../activities/index.ts";
import type { CommitContext } from "../data/commit.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { operationType } from "../operations/schema.ts";

/** It goes by the zone that the organization has when it runs, so that of two changes in a row the later one counts. */
export const timeZoneOperation = operationType(
  "timeZone",
  z.object({}),
  /** When nothing was left for the first time, in milliseconds since 1970. */
  z.object({ cameThroughAt: z.number() }),
);

/** Longer than any Lambda that writes tasks may take: whoever still goes by the former zone, such as the run of an import, has ended by then. */
const othersEndSeconds = 150;

/**
 * Brings what is due by the days of the organization in line with its changed zone, resuming where it stopped, until its end or for `runMs` milliseconds. Runs as the
 * system: the zone has changed already. Its records have origin "bulk", on which no automation runs: nobody has changed these tasks.
 * When nothing is left, it looks once more later, for what was written meanwhile by the former zone.
 * @returns true when there is nothing more to do, else whether at once or in how many seconds to continue.
 */
export async function runTimeZoneChange(
  operation: RunningOperation,
  clock: Clock,
  runMs: number,
): Promise<boolean | { readonly afterSeconds: number }> {
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
  const position = timeZoneOperation.positionOf(operation);
  const waitMs = position ? position.cameThroughAt + othersEndSeconds * 1_000 - clock.now() : 0;
  if (waitMs > 0) return { afterSeconds: Math.ceil(waitMs / 1_000) };
  if (!(await realignWholeDays(context, () => clock.now() >= endsAt))) return false;
  if (position) {
    await amendOperation(operation, { state: "done" });
    return true;
  }
  await amendOperation(operation, { position: { cameThroughAt: clock.now() } });
  return { afterSeconds: othersEndSeconds };
}
