import { creationChunk, getCardType } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../cards/rules.ts";
import type { CardType } from "../cards/schema.ts";
import { commit, type CommitContext } from "../data/commit.ts";
import { readFile } from "../files/index.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { requireRight } from "../kernel/procedure.ts";
import { findOrganization, membersOf, type Organization } from "../organizations/index.ts";
import { amendOperation, progress, type Reject, type RunningOperation } from "../operations/index.ts";
import { type Chunk, chunksOf, heldOf } from "./chunks.ts";
import { type Converted, convertRow } from "./convert.ts";
import { asMemory, EarlierRows } from "./earlier-rows.ts";
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
  readonly runMs: number;
  readonly convert: (row: Row) => Converted;
}

/** Asked when an import is started and again with each run. */
export const importRight = ["CARDS", "create"] as const;

/**
 * Runs an import on from where it is, until its end or for `runMs` milliseconds after it has found the place in the file, which in a long one takes a
 * while. Each chunk is one transaction: its cards, the locks on their identifiers, one journal record, and the operation's progress; so after a crash
 * every row counted is there and none is there twice.
 * @returns true when there is nothing more to do.
 */
export async function runImport(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  requireRight(importRight, { actor, clock });
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
    runMs,
    commitContext: { orgId, actor, clock, requestId: operationId, origin: "import", batchId: operationId },
    convert: (row) => convertRow(row, type, job.mapping, members, operation.userId, fieldContext),
  };
  let current = operation;
  if (current.total === null) {
    const total = await countRows(run, current);
    await amendOperation(current, { total });
    current = { ...current, total };
  }
  const finished = await runChunks(run, current);
  if (finished) {
    const rejectsFileId = await writeRejects(operation, job.fileId, organization.language, clock);
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
  const before = await EarlierRows.of(operation, run.job.dryRun);
  let committing = Promise.resolve(operation);
  let deadlineMs: number | undefined;
  try {
    // While one chunk is written, the next is read, converted and looked up.
    for await (const chunk of chunksOf(run, operation.orgId, readRows(body, run.organization.language), operation.done)) {
      const current = await committing;
      deadlineMs ??= run.clock.now() + run.runMs;
      if (run.clock.now() >= deadlineMs && current.done > operation.done) return false;
      committing = commitChunk(run, current, chunk, before);
      committing.catch(() => undefined); // awaited in the next round or below
    }
    await committing;
    return true;
  } finally {
    body.destroy();
  }
}

/** Writes the chunk's cards, names its duplicates, and moves the progress. */
async function commitChunk(run: Run, operation: RunningOperation, chunk: Chunk, before: EarlierRows): Promise<RunningOperation> {
  const { type, fieldContext, clock, job } = run;
  let held: ReadonlySet<string> | undefined = await chunk.held;
  const { result } = await commit(run.commitContext, async (at) => {
    // Planned again, somebody else has been quicker: then what was looked up ahead is of no use.
    const inTable = held ?? (await heldOf(operation.orgId, chunk.rows));
    held = undefined;
    const taken = new Set([...inTable, ...before.among(chunk.rows)]);
    const cards = chunk.rows.map((row) => row.values);
    const made = creationChunk(operation.orgId, type, cards, taken, fieldContext, at);
    const duplicates = [...made.duplicates].flatMap(([index, fieldId]): Reject[] => {
      const row = chunk.rows[index];
      if (!row) return [];
      const value = textOf(type, fieldId, row.values[fieldId], fieldContext);
      return [{ line: row.line, fieldId, message: "validation.duplicate", value: value.slice(0, 500) }];
    });
    const next = {
      done: operation.done + chunk.rowCount,
      created: operation.created + chunk.rows.length - duplicates.length,
      updated: operation.updated,
      skipped: operation.skipped + duplicates.length,
      failed: operation.failed + chunk.refused.length,
    };
    const rejects = [...chunk.refused, ...duplicates].toSorted((a, b) => a.line - b.line);
    const taking = chunk.rows.flatMap((row, index) => (made.duplicates.has(index) ? [] : row.locks));
    return {
      writes: [
        ...(job.dryRun ? [] : made.writes),
        ...progress(operation, next, rejects, job.dryRun ? asMemory(taking) : undefined, clock),
      ],
      records: job.dryRun || made.changes.length === 0 ? [] : [{ changes: made.changes }],
      result: { operation: { ...operation, ...next }, taking },
    };
  });
  before.add(result.taking);
  return result.operation;
}

function textOf(type: CardType, fieldId: string, value: unknown, context: FieldContext): string {
  const field = type.fields.find((candidate) => candidate.id === fieldId);
  return field && !isEmpty(value) ? definitionOf(field.type).toText(value, settingsOf(field, context)) : "";
}
