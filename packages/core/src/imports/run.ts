import { CardLookup, creationChunk, getCardType, type IdentifierLock, namedInAll, readScopeOf, scopeOf } from "../cards/index.ts";
import type { FieldContext } from "../cards/rules.ts";
import type { CardType } from "../cards/schema.ts";
import type { ChangeSet, CommitContext } from "../data/commit.ts";
import { readFile } from "../files/index.ts";
import { type Actor, principalOf } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { requireRight } from "../kernel/procedure.ts";
import { wordsOf } from "../words.ts";
import { findOrganization, membersOf, type Organization } from "../organizations/index.ts";
import {
  amendOperation,
  commitChunks,
  progress,
  type RunningOperation,
  shownChanges,
  type Stage,
  Upcoming,
} from "../operations/index.ts";
import { type ChunkRow, heldOf, isGood, isRefused, type LeftOut, lengthOf, windowRows, windowsOf } from "./chunks.ts";
import { convertRow, type ReadRow, type RefusedRow, refusal } from "./convert.ts";
import { asMemory, type Earlier, EarlierRows } from "./earlier-rows.ts";
import { withFiles } from "./files.ts";
import { writeRejects } from "./rejects.ts";
import { changeRight, requireImportRight } from "./right.ts";
import { readRows, type Row } from "./rows.ts";
import { type ImportJob, importOperation } from "./schema.ts";
import { alteredOf, rejectsOf, shownOf, textOf } from "./report.ts";
import { batchOf, type Matching, type Outcome, outcomesOf } from "./upsert.ts";

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
}

/** How the job's rows find their cards, limited to those the actor may change. */
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
  // It existed when the import began.
  if (!field) throw new KartisError("INVALID_INPUT", { messageKey: "validation.matchField" });
  return { orgId, type, field, mode, scope, importerId, fieldContext, lookup };
}

/**
 * Resumes an import, until its end or for `runMs` milliseconds after it has found its place in the file, which in a long one takes a while. Each chunk is one
 * transaction: its cards, the locks on their identifiers, one journal record, and the operation's progress; so after a crash every row counted is there and
 * none is there twice.
 * @returns true when there is nothing more to do.
 */
export async function runImport(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  const job = importOperation.jobOf(operation);
  requireImportRight(job.mode, { actor, clock });
  const { orgId, operationId, userId: importerId } = operation;
  const [stored, organization, members] = await Promise.all([
    getCardType(orgId, job.typeId),
    findOrganization(orgId),
    membersOf(orgId),
  ]);
  if (!organization) return true;
  const type = await namedInAll(stored, await wordsOf(organization.language));
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

/** The row with the cells corrected on screen. */
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

/** The import's position, and what its last chunk took. */
interface ImportStage extends Stage {
  readonly taking: readonly IdentifierLock[];
  /** Whether that chunk had duplicates. A file that has some usually has more; one without is written without checking first. */
  readonly hasDuplicates: boolean;
}

async function runChunks(run: Run, operation: RunningOperation): Promise<boolean> {
  const { body } = await readFile(operation.orgId, run.job.fileId);
  const earlier = await EarlierRows.of(operation, remembers(run));
  const upcoming = new Upcoming(windowsOf(run, readRows(body, run.organization.language), operation.done), operation.done);
  let deadlineMs: number | undefined;
  try {
    return await commitChunks<ImportStage>(
      { operation, keys: new Set(), taking: [], hasDuplicates: false },
      {
        commitContext: run.commitContext,
        async make(stage, most, at, isStale) {
          const window = await upcoming.from(stage.operation.done, windowRows);
          deadlineMs ??= run.clock.now() + run.runMs;
          if (window.length === 0) return undefined;
          const rows = window.slice(0, Math.min(most, lengthOf(run, window)));
          const before = earlier.behind(stage.taking);
          return run.matching
            ? upsertionOf(run, run.matching, stage, rows, before, at)
            : creationsOf(run, stage, rows, before, at, isStale);
        },
        landed({ operation: { done }, taking }) {
          upcoming.letGo(done);
          earlier.add(taking);
        },
        mayGoOn: () => deadlineMs === undefined || run.clock.now() < deadlineMs,
      },
    );
  } finally {
    body.destroy();
  }
}

/** Needed where the table does not show which rows were processed: a dry run writes nothing, and a changed card looks like any other. */
const remembers = ({ job, isUpsert }: Run): boolean => job.dryRun || isUpsert;

/** Writes the rows' cards, and names the duplicates among them. */
async function creationsOf(
  run: Run,
  { operation, hasDuplicates }: ImportStage,
  rows: readonly ChunkRow[],
  before: Earlier,
  at: string,
  isStale: boolean,
): Promise<ChangeSet<ImportStage>> {
  const { type, fieldContext, clock, job } = run;
  const refused = rows.filter(isRefused);
  const good = await withFiles(rows.filter(isGood), run.using);
  // In a dry run no transaction would find them; and a stale chunk has met some.
  const inTable = job.dryRun || hasDuplicates || isStale ? await heldOf(operation.orgId, good) : [];
  const taken = new Set([...inTable, ...before.among(good)]);
  const made = creationChunk(operation.orgId, type, good, taken, at);
  const duplicates = [...made.duplicates].flatMap(([index, fieldId]) => {
    const row = good[index];
    if (!row) return [];
    const value = textOf(type, fieldId, row.values[fieldId], fieldContext);
    return [refusal(row.line, row.cells, [{ fieldId, message: "validation.duplicate", value }])];
  });
  const leftOut = rows.length - good.length - refused.length;
  const altered = alteredOf(good.filter((_, index) => !made.duplicates.has(index)));
  const next = {
    done: operation.done + rows.length,
    created: operation.created + good.length - duplicates.length,
    updated: operation.updated,
    skipped: operation.skipped + duplicates.length + leftOut,
    failed: operation.failed + refused.length,
    altered: operation.altered + altered.length,
  };
  const taking = good.flatMap((row, index) => (made.duplicates.has(index) ? [] : row.locks));
  const rejects = rejectsOf(operation, [...refused, ...duplicates]);
  const memory = job.dryRun ? asMemory(taking) : undefined;
  return {
    writes: [
      ...(job.dryRun ? [] : made.writes),
      ...progress(operation, next, rejects, memory, clock, { alterations: shownOf(operation, altered) }),
    ],
    records: job.dryRun || made.changes.length === 0 ? [] : [{ changes: made.changes }],
    // No card is read, and what the previous chunk takes is known here.
    result: { operation: { ...operation, ...next }, keys: new Set(), taking, hasDuplicates: duplicates.length > 0 },
  };
}

/** Creates, changes or refuses as many of the rows, from the first on, as fit one transaction. */
async function upsertionOf(
  run: Run,
  matching: Matching,
  { operation }: ImportStage,
  rows: readonly ChunkRow[],
  before: Earlier,
  at: string,
): Promise<ChangeSet<ImportStage>> {
  const { job, clock } = run;
  const settled = await withFiles(rows, run.using);
  const decided = await outcomesOf(matching, settled, (lock) => before.has(lock), at);
  const { outcomes, writes, changes } = await batchOf(operation.orgId, decided);
  const count = (...kinds: (typeof outcomes)[number]["kind"][]) => outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  const altered = alteredOf(
    settled.filter((_, index) => outcomes[index]?.kind === "create" || outcomes[index]?.kind === "update"),
  );
  const next = {
    done: operation.done + outcomes.length,
    created: operation.created + count("create"),
    updated: operation.updated + count("update"),
    skipped: operation.skipped + count("same", "leftOut"),
    failed: operation.failed + count("refused"),
    altered: operation.altered + altered.length,
  };
  const rejects = rejectsOf(
    operation,
    outcomes.flatMap((outcome) => (outcome.kind === "refused" ? [outcome.row] : [])),
  );
  const taking = outcomes.flatMap((outcome) => ("locks" in outcome ? outcome.locks : []));
  const examples = outcomes
    .flatMap((outcome) => (outcome.kind === "update" ? [outcome.rowChange] : []))
    .slice(0, Math.max(0, shownChanges - operation.updated));
  return {
    writes: [
      ...(job.dryRun ? [] : writes),
      ...progress(operation, next, rejects, asMemory(taking), clock, { examples, alterations: shownOf(operation, altered) }),
    ],
    records: job.dryRun || changes.length === 0 ? [] : [{ changes }],
    result: { operation: { ...operation, ...next }, keys: keysOf(rows, outcomes), taking, hasDuplicates: false },
  };
}

/** What rows that may change cards have read or written. */
function keysOf(rows: readonly ChunkRow[], outcomes: readonly Outcome[]): Set<string> {
  const writes = outcomes.flatMap((outcome) => ("write" in outcome ? [outcome.write] : []));
  const locks = [
    ...rows.filter(isGood).flatMap((row) => row.locks),
    ...outcomes.flatMap((outcome) => ("locks" in outcome ? outcome.locks : [])),
    ...writes.flatMap((write) => write.locks?.unwanted ?? []),
  ];
  return new Set([...writes.map(({ card }) => card.id), ...locks.map(({ hash }) => hash)]);
}
