import type { Change, JournalRecord } from "../data/journal.ts";
import { journalHeads, recordsOfBatch } from "../data/journal-entity.ts";
import type { RunningOperation } from "../operations/index.ts";

/** Ids of records are made where they are written; clocks differ by less than this. */
const slackMs = 15_000;

/** The interval in which the operation's records were made. */
const spanOf = ({ createdAt, endedAt }: RunningOperation) => ({
  fromMs: Date.parse(createdAt) - slackMs,
  untilMs: (endedAt ? Date.parse(endedAt) : Date.now()) + slackMs,
});

/** Subjects of an operation: cards, or activities if it imported those. */
export type Reverted = "card" | "activity";

const isOf = ({ subject, action }: Change, kind: Reverted): boolean => subject.kind === kind && action !== "replica.repair";

/** The operation's changes to cards or activities, last first, by the main key of the journal: each with the record it is in. */
export async function* changesOf(
  operation: RunningOperation,
  kind: Reverted,
): AsyncGenerator<{ change: Change; record: JournalRecord }> {
  const { fromMs, untilMs } = spanOf(operation);
  for await (const record of recordsOfBatch(operation.orgId, operation.operationId, fromMs, untilMs)) {
    for (const change of record.changes.toReversed()) if (isOf(change, kind)) yield { change, record };
  }
}

/** Number of changes that `changesOf` yields, without their values. */
export async function countChanges(operation: RunningOperation, kind: Reverted): Promise<number> {
  const { fromMs, untilMs } = spanOf(operation);
  let count = 0;
  for await (const head of journalHeads(operation.orgId, operation.operationId, fromMs, untilMs)) {
    // A chunk that was slow to be written is followed by a repair of the same subjects.
    if (head.action === "replica.repair") continue;
    if (head.subjectKind === kind || head.subjectKind === "operation") count += head.changeCount;
  }
  return count;
}
