import { commit, type CommitContext } from "../data/commit.ts";
import type { Clock } from "../kernel/clock.ts";
import type { CardId } from "../kernel/id.ts";
import { amendOperation, type RunningOperation } from "../operations/index.ts";
import { republish } from "../replicas.ts";
import { eraseAvatar, eraseName } from "./member.ts";
import type { Erasure, Progress, Stretch } from "./parts/part.ts";
import { namedParts, type PartName } from "./parts/registry.ts";
import { erasureOperation } from "./schema.ts";
import { eraseTraces } from "./traces.ts";

/**
 * Deletes, part by part, what is left of a person whose cards are gone, resuming where it stopped. Runs on behalf of the person who asked for it, whatever has
 * become of their rights since: the cards are gone already, and nothing may be left behind. At the end a record says that it is done, which makes every replica
 * be rebuilt from the table (deleted rows leave their bytes in SQLite's pages), and the snapshots too.
 * @returns true when nothing is left to do, else in how many seconds to continue.
 */
export async function runErasure(
  operation: RunningOperation,
  clock: Clock,
  runMs: number,
): Promise<true | { afterSeconds: number }> {
  const { orgId, operationId, userId } = operation;
  const endsAt = clock.now() + runMs;
  const commitContext: CommitContext = {
    orgId,
    actor: { kind: "user", userId, sessionId: `ses_${operationId}`, membership: null },
    clock,
    requestId: operationId,
    origin: "system",
    batchId: operationId,
  };
  const steps = stepsOf(operation, commitContext);
  const { step, counts, inner: reached } = erasureOperation.positionOf(operation) ?? { step: 0, counts: {} };
  const deleted = { ...counts };
  let inner = reached;
  for (let at = step; at < steps.length; at++) {
    const current = steps[at];
    if (!current) break;
    const stretch: Stretch = {
      position: inner,
      save: (position) => amendOperation(operation, { position: { step: at, counts: deleted, inner: position } }),
      isOver: () => clock.now() >= endsAt,
    };
    const progress: Progress = await current.erase(stretch);
    if (!progress.done) return progress;
    deleted[current.name] = progress.count;
    inner = undefined;
    await amendOperation(operation, { done: at + 1, position: { step: at + 1, counts: deleted } });
  }
  await commit({ ...commitContext, ledger: { consumer: "personal-data", recordId: operationId } }, async () => ({
    writes: [],
    records: [
      {
        changes: [
          {
            action: "personalData.erase",
            subject: { kind: "operation", id: operationId },
            // Its start was the first.
            version: 2,
            before: null,
            after: deleted,
          },
        ],
      },
    ],
    result: undefined,
  }));
  const { deleteOtherSnapshots } = await import("../data/replica/all-snapshots.ts"); // it brings the client of S3
  await deleteOtherSnapshots(orgId, await republish(orgId));
  await amendOperation(operation, { state: "done", total: steps.length, done: steps.length });
  return true;
}

/** The steps, in order; each counts the records it has deleted. */
function stepsOf({ orgId, input, createdAt }: RunningOperation, commitContext: CommitContext): readonly Step[] {
  const job = erasureOperation.jobOf({ input });
  if ("userId" in job)
    return [
      { name: "files", erase: () => eraseAvatar(orgId, job, commitContext) },
      { name: "history", erase: (stretch) => eraseName(orgId, job, stretch) },
    ];
  const erasure: Erasure = { orgId, cardIds: new Set<CardId>(job.cardIds), since: createdAt, commitContext };
  return [
    ...namedParts.flatMap(([name, { erase }]): Step[] => (erase ? [{ name, erase: (stretch) => erase(erasure, stretch) }] : [])),
    { name: "traces", erase: () => eraseTraces(erasure) },
  ];
}

interface Step {
  readonly name: PartName | "traces";
  readonly erase: (stretch: Stretch) => Promise<Progress>;
}
