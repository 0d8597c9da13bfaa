import { chunkLength, creationChunk, getCardType, locksOf } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { commit, type CommitContext } from "../data/commit.ts";
import { readFile } from "../files/index.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { findOrganization, membersOf, type Organization } from "../organizations/index.ts";
import { amendOperation, progress, type Reject, type RunningOperation } from "../operations/index.ts";
import { convertRow } from "./convert.ts";
import { writeRejects } from "./rejects.ts";
import { readRows, type Row } from "./rows.ts";
import { type ImportJob, StartImportInput } from "./schema.ts";

/** What one run works with. */
interface Run {
  readonly job: ImportJob;
  readonly type: CardType;
  readonly organization: Organization;
  readonly fieldContext: FieldContext;
  readonly commitContext: CommitContext;
  readonly clock: Clock;
  readonly deadlineMs: number;
  readonly convert: (row: Row) => ReturnType<typeof convertRow>;
}

/** Rows read ahead of the chunk that is made of them. */
const windowRows = 100;

/**
 * Runs an import on from where it is until its end or the deadline. Each chunk is one transaction: its cards, the locks on their identifiers, one
 * journal record, and the operation's progress; so after a crash every row counted is there and none is there twice.
 * @returns true when there is nothing more to do.
 */
export async function runImport(operation: RunningOperation, actor: Actor, clock: Clock, deadlineMs: number): Promise<boolean> {
  const job = StartImportInput.parse(operation.input);
  const { orgId, operationId } = operation;
  const [type, organization, members] = await Promise.all([
    getCardType(orgId, job.typeId),
    findOrganization(orgId),
    membersOf(orgId),
  ]);
  if (!organization) return true;
  const fieldContext = { currency: organization.currency, region: organization.region };
  const run: Run = {
    job,
    type,
    organization,
    fieldContext,
    clock,
    deadlineMs,
    commitContext: { orgId, actor, clock, requestId: operationId, origin: "import", batchId: operationId },
    convert: (row) => convertRow(row, type, job.mapping, members, fieldContext),
  };
  let current = operation;
  if (current.total === null) {
    const total = await countRows(run, current);
    await amendOperation(current, { total });
    current = { ...current, total };
  }
  // A dry run writes nothing to go on from: what identifies the rows before is only in memory, so it begins again.
  if (job.dryRun && current.done > 0) {
    current = { ...current, done: 0, created: 0, skipped: 0, failed: 0 };
    await amendOperation(current, { done: 0, created: 0, skipped: 0, failed: 0 });
  }
  const finished = await runChunks(run, current);
  if (finished) {
    const rejectsFileId = await writeRejects(orgId, operation.operationId, job.fileId, organization.language, clock);
    await amendOperation(operation, { state: "done", ...(rejectsFileId ? { rejectsFileId } : {}) });
  }
  return finished;
}

async function countRows(run: Run, { orgId }: RunningOperation): Promise<number> {
  const { body } = await readFile(orgId, run.job.fileId);
  let total = 0;
  for await (const _ of readRows(body, run.organization.language)) total++;
  return total;
}

async function runChunks(run: Run, operation: RunningOperation): Promise<boolean> {
  const { body } = await readFile(operation.orgId, run.job.fileId);
  let current = operation;
  let toSkip = operation.done;
  let window: Row[] = [];
  const seen = new Set<string>();
  try {
    for await (const row of readRows(body, run.organization.language)) {
      if (toSkip > 0) {
        toSkip--;
        continue;
      }
      window.push(row);
      if (window.length < windowRows) continue;
      const next = await takeChunk(run, current, window, seen);
      window = window.slice(next.done - current.done);
      current = next;
      // A dry run cannot be continued by another, so it runs to its end.
      if (run.clock.now() >= run.deadlineMs && !run.job.dryRun) return false;
    }
    while (window.length > 0) {
      const next = await takeChunk(run, current, window, seen);
      window = window.slice(next.done - current.done);
      current = next;
    }
    return true;
  } finally {
    body.destroy();
  }
}

function textOf(type: CardType, fieldId: string, value: unknown, context: FieldContext): string {
  const field = type.fields.find((candidate) => candidate.id === fieldId);
  return field && !isEmpty(value) ? definitionOf(field.type).toText(value, settingsOf(field, context)) : "";
}

/** Deals with the first rows of the window, as many as fit one transaction, and moves the progress. */
async function takeChunk(
  run: Run,
  operation: RunningOperation,
  window: readonly Row[],
  seen: Set<string>,
): Promise<RunningOperation> {
  const converted = window.map(run.convert);
  const good = converted.flatMap((row) => (row.ok ? [row] : []));
  const context = run.fieldContext;
  const length = chunkLength(
    run.type,
    good.map((row) => row.values),
    context,
  );
  const boundary = good[length];
  const rowsTaken = boundary ? converted.indexOf(boundary) : converted.length;
  const taken = good.slice(0, length);
  const refused = converted.slice(0, rowsTaken).flatMap((row) => (row.ok ? [] : [row.reject]));

  const plan = async (at: string) => {
    const cards: FieldValues[] = taken.map((row) => row.values);
    const chunk = await creationChunk(operation.orgId, run.type, cards, context, at);
    const duplicates: Reject[] = [];
    taken.forEach((row, index) => {
      // In a dry run the rows before are not in the table, so what identifies them is kept here.
      const locks = run.job.dryRun ? locksOf(run.type, row.values, context) : [];
      const fieldId = chunk.duplicates.get(index) ?? locks.find((lock) => seen.has(lock.hash))?.fieldId;
      if (fieldId)
        duplicates.push({
          line: row.line,
          fieldId,
          message: "validation.duplicate",
          value: textOf(run.type, fieldId, row.values[fieldId], context),
          row: row.row,
        });
      else for (const lock of locks) seen.add(lock.hash);
    });
    const next = {
      done: operation.done + rowsTaken,
      created: operation.created + taken.length - duplicates.length,
      skipped: operation.skipped + duplicates.length,
      failed: operation.failed + refused.length,
    };
    const rejects = [...refused, ...duplicates].toSorted((a, b) => a.line - b.line);
    return {
      writes: [...(run.job.dryRun ? [] : chunk.writes), ...progress(operation, next, rejects, run.clock)],
      records: run.job.dryRun || chunk.changes.length === 0 ? [] : [{ changes: chunk.changes }],
      result: { ...operation, ...next },
    };
  };
  return (await commit(run.commitContext, plan)).result;
}
