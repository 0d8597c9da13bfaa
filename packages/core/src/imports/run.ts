import { CardLookup, creationChunk, getCardType, readScopeOf, scopeOf } from "../cards/index.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { type FieldContext, isEmpty, settingsOf } from "../cards/rules.ts";
import type { CardType } from "../cards/schema.ts";
import type { CommitContext } from "../data/commit.ts";
import { readFile } from "../files/index.ts";
import { type Actor, principalOf } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { requireRight } from "../kernel/procedure.ts";
import { findOrganization, membersOf, type Organization } from "../organizations/index.ts";
import { commitMetered, isOverLimit } from "../plans/index.ts";
import { amendOperation, progress, type Reject, type RunningOperation, shownChanges, shownErrors } from "../operations/index.ts";
import { type Chunk, type ChunkRow, chunksOf, heldOf, isGood, isRefused, type LeftOut } from "./chunks.ts";
import { convertRow, type ReadRow, type RefusedRow, refusal } from "./convert.ts";
import { asMemory, EarlierRows } from "./earlier-rows.ts";
import { withFiles } from "./files.ts";
import { writeRejects } from "./rejects.ts";
import { changeRight, requireImportRight } from "./right.ts";
import { readRows, type Row } from "./rows.ts";
import { type ImportJob, StartImportInput } from "./schema.ts";
import { batchOf, type Matching, outcomesOf } from "./upsert.ts";

/** What one run works with. */
interface Run {
  readonly job: ImportJob;
  readonly type: CardType;
  readonly organization: Organization;
  readonly fieldContext: FieldContext;
  readonly commitContext: CommitContext;
  readonly clock: Clock;
  readonly runMs: number;
  /** How rows find their cards; undefined when each becomes a new one. */
  readonly matching: Matching | undefined;
  readonly isUpsert: boolean;
  readonly using: Parameters<typeof withFiles>[1];
  readonly convert: (row: Row) => ReadRow | RefusedRow | LeftOut;
  readonly looksAhead: () => boolean;
  /** Whether the last chunk had duplicates. A file that has some usually has more; one without is written without asking first. */
  foundDuplicates: boolean;
}

/** How rows of the job find the cards they are about, as far as the actor may change those. */
export async function matchingOf(
  { mode, matchFieldId }: Pick<ImportJob, "mode" | "matchFieldId">,
  type: CardType,
  fieldContext: FieldContext,
  orgId: RunningOperation["orgId"],
  importerId: string,
  context: { actor: Actor; clock: Clock },
  lookup: CardLookup,
): Promise<Matching | undefined> {
  if (mode === "create") return undefined;
  const scope = await scopeOf(requireRight(changeRight, context));
  const field = type.fields.find((candidate) => candidate.id === matchFieldId);
  // It was there when the import began.
  if (!field) throw new KartisError("INVALID_INPUT", { messageKey: "validation.matchField" });
  return { orgId, type, field, mode, scope, importerId, fieldContext, lookup };
}

/**
 * Runs an import on from where it is, until its end or for `runMs` milliseconds after it has found the place in the file, which in a long one takes a
 * while. Each chunk is one transaction: its cards, the locks on their identifiers, one journal record, and the operation's progress; so after a crash
 * every row counted is there and none is there twice.
 * @returns true when there is nothing more to do.
 */
export async function runImport(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  const job = StartImportInput.parse(operation.input);
  requireImportRight(job.mode, { actor, clock });
  const { orgId, operationId, userId: importerId } = operation;
  const [type, organization, members] = await Promise.all([
    getCardType(orgId, job.typeId),
    findOrganization(orgId),
    membersOf(orgId),
  ]);
  if (!organization) return true;
  const fieldContext = { currency: organization.currency, region: organization.region };
  const corrected = correcting(job);
  const leftOut = new Set(job.skipLines);
  const readScope = await readScopeOf({ principal: principalOf(actor) });
  const lookup = await CardLookup.open(orgId, readScope);
  const reading = { type, job, members, importerId, fieldContext, lookup, timeZone: organization.timeZone };
  const run: Run = {
    job,
    type,
    organization,
    fieldContext,
    clock,
    runMs,
    commitContext: { orgId, actor, clock, requestId: operationId, origin: "import", batchId: operationId },
    matching: await matchingOf(job, type, fieldContext, orgId, importerId, { actor, clock }, lookup),
    isUpsert: job.mode !== "create",
    using: { orgId, type, importerId, seen: readScope },
    foundDuplicates: false,
    // Dry, no transaction would find them.
    looksAhead: () => job.dryRun || run.foundDuplicates,
    convert: (row) => (leftOut.has(row.line) ? { line: row.line, leftOut: true } : convertRow(corrected(row), reading)),
  };
  let current = operation;
  if (current.total === null) {
    const total = await countRows(run, current);
    await amendOperation(current, { total });
    current = { ...current, total };
  }
  const finished = await runChunks(run, current);
  if (finished) {
    const rejectsFileId = await writeRejects(operation, job.fileId, corrected, type, organization.language, clock);
    await amendOperation(operation, { state: "done", ...(rejectsFileId ? { rejectsFileId } : {}) });
  }
  return finished;
}

/** The row with the cells that were put right on the screen. */
function correcting({ corrections }: ImportJob): (row: Row) => Row {
  const byLine = Map.groupBy(corrections, ({ line }) => line);
  return (row) => {
    const mended = byLine.get(row.line);
    if (!mended) return row;
    const cells = [...row.cells];
    for (const { column, value } of mended) {
      while (cells.length <= column) cells.push("");
      cells[column] = value;
    }
    return { ...row, cells };
  };
}

async function countRows(run: Run, { orgId }: RunningOperation): Promise<number> {
  const { body } = await readFile(orgId, run.job.fileId);
  let total = 0;
  for await (const _ of readRows(body, run.organization.language)) total++;
  return total;
}

async function runChunks(run: Run, operation: RunningOperation): Promise<boolean> {
  const { body } = await readFile(operation.orgId, run.job.fileId);
  const before = await EarlierRows.of(operation, remembers(run));
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

/** Where the table does not say which rows were dealt with: nothing is written dry, and a card that was changed looks like any other. */
const remembers = ({ job, isUpsert }: Run): boolean => job.dryRun || isUpsert;

/** Does what the chunk's rows say, in as many transactions as that takes, and moves the progress. Near the plan's limit as many go in as there is room for. */
async function commitChunk(run: Run, operation: RunningOperation, chunk: Chunk, before: EarlierRows): Promise<RunningOperation> {
  let current = operation;
  let most = chunk.rows.length;
  while (current.done < operation.done + chunk.rows.length) {
    const part = partOf(chunk, current.done - operation.done, most);
    try {
      current = run.matching
        ? await upsertRows(run, run.matching, current, part.rows, before)
        : await createChunk(run, current, part, before);
    } catch (error) {
      if (!isOverLimit(error) || part.rows.length === 1) throw error;
      most = Math.ceil(part.rows.length / 2);
    }
  }
  return current;
}

function partOf({ rows, held }: Chunk, from: number, most: number): Chunk {
  const part = rows.slice(from, from + most);
  return { rows: part, good: part.filter(isGood), held };
}

/** Writes the chunk's cards, and names its duplicates. */
async function createChunk(run: Run, operation: RunningOperation, chunk: Chunk, before: EarlierRows): Promise<RunningOperation> {
  const { type, fieldContext, clock, job } = run;
  let held: ReadonlySet<string> | undefined = await chunk.held;
  const refused = chunk.rows.filter(isRefused);
  const good = await withFiles(chunk.good, run.using);
  const { result } = await commitMetered(run.commitContext, async (at) => {
    // Planned again, somebody else has been quicker: then what was looked up ahead is of no use.
    const inTable = held ?? (await heldOf(operation.orgId, good));
    held = undefined;
    const taken = new Set([...inTable, ...before.among(good)]);
    const made = creationChunk(operation.orgId, type, good, taken, at);
    const duplicates = [...made.duplicates].flatMap(([index, fieldId]) => {
      const row = good[index];
      if (!row) return [];
      const value = textOf(type, fieldId, row.values[fieldId], fieldContext);
      return [refusal(row.line, row.cells, [{ fieldId, message: "validation.duplicate", value }])];
    });
    const leftOut = chunk.rows.length - good.length - refused.length;
    const next = {
      done: operation.done + chunk.rows.length,
      created: operation.created + good.length - duplicates.length,
      updated: operation.updated,
      skipped: operation.skipped + duplicates.length + leftOut,
      failed: operation.failed + refused.length,
    };
    const taking = good.flatMap((row, index) => (made.duplicates.has(index) ? [] : row.locks));
    return {
      writes: [
        ...(job.dryRun ? [] : made.writes),
        ...progress(
          operation,
          next,
          rejectsOf(operation, [...refused, ...duplicates]),
          job.dryRun ? asMemory(taking) : undefined,
          clock,
        ),
      ],
      records: job.dryRun || made.changes.length === 0 ? [] : [{ changes: made.changes }],
      result: { operation: { ...operation, ...next }, taking, duplicates: duplicates.length },
    };
  });
  run.foundDuplicates = result.duplicates > 0;
  before.add(result.taking);
  return result.operation;
}

/** Creates, changes or refuses as many of the rows, from the first on, as fit one transaction. */
async function upsertRows(
  run: Run,
  matching: Matching,
  operation: RunningOperation,
  rows: readonly ChunkRow[],
  before: EarlierRows,
): Promise<RunningOperation> {
  const { job, clock } = run;
  const settled = await withFiles(rows, run.using);
  const { result } = await commitMetered(run.commitContext, async (at) => {
    const planned = await outcomesOf(matching, settled, (lock) => before.has(lock), at);
    const { outcomes, writes, changes } = await batchOf(operation.orgId, planned);
    const count = (...kinds: (typeof outcomes)[number]["kind"][]) => outcomes.filter(({ kind }) => kinds.includes(kind)).length;
    const next = {
      done: operation.done + outcomes.length,
      created: operation.created + count("create"),
      updated: operation.updated + count("update"),
      skipped: operation.skipped + count("same", "leftOut"),
      failed: operation.failed + count("refused"),
    };
    const rejects = rejectsOf(
      operation,
      outcomes.flatMap((outcome) => (outcome.kind === "refused" ? [outcome.row] : [])),
    );
    const taking = outcomes.flatMap((outcome) => ("locks" in outcome ? outcome.locks : []));
    const examples = outcomes
      .flatMap((outcome) => (outcome.kind === "update" ? [outcome.told] : []))
      .slice(0, Math.max(0, shownChanges - operation.updated));
    return {
      writes: [...(job.dryRun ? [] : writes), ...progress(operation, next, rejects, asMemory(taking), clock, examples)],
      records: job.dryRun || changes.length === 0 ? [] : [{ changes }],
      result: { operation: { ...operation, ...next }, taking },
    };
  });
  before.add(result.taking);
  return result.operation;
}

/** What is told of a chunk is one item of at most 400 KB, with the examples of what changes. */
const maxToldBytes = 250 * 1024;
const shortCharacters = 50;
const shortRejects = 4;

/** What is told of the chunk's refused rows, in their order. Cells go along as long as errors are shown; of a chunk where all is wrong and long, the beginning. */
function rejectsOf({ failed, skipped }: RunningOperation, rows: readonly RefusedRow[]): Reject[] {
  const all = rows.toSorted((a, b) => a.line - b.line).flatMap((row) => [...row.rejects]);
  if (failed + skipped < shownErrors && Buffer.byteLength(JSON.stringify(all)) <= maxToldBytes) return all;
  const bare = all.map(({ cells: _, ...reject }) => reject);
  if (Buffer.byteLength(JSON.stringify(bare)) <= maxToldBytes) return bare;
  return [...Map.groupBy(bare, ({ line }) => line).values()].flatMap((rejects) =>
    rejects.slice(0, shortRejects).map((reject) => ({ ...reject, value: reject.value.slice(0, shortCharacters) })),
  );
}

function textOf(type: CardType, fieldId: string, value: unknown, context: FieldContext): string {
  const field = type.fields.find((candidate) => candidate.id === fieldId);
  return field && !isEmpty(value) ? definitionOf(field.type).toText(value, settingsOf(field, context)) : "";
}
