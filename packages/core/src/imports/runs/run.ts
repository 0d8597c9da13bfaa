import { CardLookup, readScopeOf } from "../../cards/index.ts";
import type { CommitContext } from "../../data/commit.ts";
import { readFile } from "../../files/index.ts";
import { type Actor, principalOf } from "../../kernel/actor.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Language } from "../../identity/schema.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { amendOperation, commitChunks, type RunningOperation, Upcoming } from "../../operations/index.ts";
import { findOrganization, membersOf } from "../../organizations/index.ts";
import { type ChunkRow, type LeftOut, windowRows, windowsOf } from "./chunks.ts";
import { EarlierRows } from "./earlier-rows.ts";
import { writeRejects } from "./rejects.ts";
import { requireImportRight } from "../right.ts";
import { readRows, type Row } from "../rows.ts";
import { type ImportJob, importOperation } from "../schema.ts";
import type { Importer, Importing, ImportStage } from "../targets/definition.ts";
import { importerFor } from "../targets/list.ts";

/** Dependencies of one run. */
interface Run {
  readonly importing: Importing & { readonly job: ImportJob };
  readonly importer: Importer;
  readonly commitContext: CommitContext;
  readonly runMs: number;
  readonly convert: (row: Row) => ChunkRow | LeftOut;
}

/** Context of an import, in the organization's language by default; undefined if the organization is gone. */
export async function importingOf<Job extends Importing["job"]>(
  { orgId, userId: importerId, createdAt }: { readonly orgId: OrgId; readonly userId: UserId; readonly createdAt?: string },
  job: Job,
  { actor, clock, dryRun, language }: { actor: Actor; clock: Clock; dryRun: boolean; language?: Language | null },
): Promise<(Importing & { readonly job: Job }) | undefined> {
  const [organization, members, readScope] = await Promise.all([
    findOrganization(orgId),
    membersOf(orgId),
    readScopeOf({ principal: principalOf(actor) }),
  ]);
  if (!organization) return undefined;
  const lookup = await CardLookup.open(orgId, readScope);
  const shown = { dryRun, language: language === undefined ? organization.language : language };
  const askedAtMs = createdAt === undefined ? clock.now() : Date.parse(createdAt);
  return { orgId, importerId, job, ...shown, organization, members, readScope, lookup, actor, clock, askedAtMs };
}

/**
 * Resumes an import, until its end or for `runMs` milliseconds after it has found its place in the file, which in a long one takes a while. Each chunk is one
 * transaction: what its rows become (of cards, with the locks on their identifiers), one journal record, and the operation's progress; so after a crash every
 * row counted is there and none is there twice.
 * @returns true when there is nothing more to do.
 */
export async function runImport(operation: RunningOperation, actor: Actor, clock: Clock, runMs: number): Promise<boolean> {
  const job = importOperation.jobOf(operation);
  requireImportRight(job, { actor, clock });
  const { orgId, operationId } = operation;
  const importing = await importingOf(operation, job, { actor, clock, dryRun: job.dryRun });
  if (!importing) return true;
  const importer = await importerFor(importing);
  const corrected = correcting(job);
  const leftOut = new Set(job.skipLines);
  const run: Run = {
    importing,
    importer,
    runMs,
    commitContext: {
      orgId,
      actor,
      clock,
      requestId: operationId,
      origin: "import",
      batchId: operationId,
      startsAutomations: job.startAutomations,
    },
    convert: (row) => (leftOut.has(row.line) ? { line: row.line, leftOut: true } : importer.convert(corrected(row))),
  };
  let current = operation;
  if (current.total === null) {
    const total = await countRows(run);
    await amendOperation(current, { total });
    current = { ...current, total };
  }
  const finished = await runChunks(run, current);
  if (finished) {
    const { language } = importing.organization;
    const rejectsFileId = await writeRejects(operation, job, corrected, importer.target, language, clock);
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

async function countRows({ importing: { orgId, job, organization } }: Run): Promise<number> {
  const { body } = await readFile(orgId, job.fileId);
  let total = 0;
  for await (const _ of readRows(body, organization.language, job.encoding)) total++;
  return total;
}

async function runChunks(
  { importing, importer, commitContext, runMs, convert }: Run,
  operation: RunningOperation,
): Promise<boolean> {
  const { orgId, job, organization, clock } = importing;
  const { body } = await readFile(orgId, job.fileId);
  const earlier = await EarlierRows.of(operation, importer.remembers);
  const upcoming = new Upcoming(
    windowsOf(convert, readRows(body, organization.language, job.encoding), operation.done),
    operation.done,
  );
  let deadlineMs: number | undefined;
  try {
    return await commitChunks<ImportStage>(
      { operation, keys: new Set(), taking: [], hasDuplicates: false },
      {
        commitContext,
        async make(stage, most, at, isStale) {
          const window = await upcoming.from(stage.operation.done, windowRows);
          deadlineMs ??= clock.now() + runMs;
          if (window.length === 0) return undefined;
          const rows = window.slice(0, Math.min(most, importer.lengthOf(window)));
          return importer.make(stage, rows, earlier.behind(stage.taking), at, isStale);
        },
        landed({ operation: { done }, taking }) {
          upcoming.letGo(done);
          earlier.add(taking);
        },
        mayGoOn: () => deadlineMs === undefined || clock.now() < deadlineMs,
      },
    );
  } finally {
    body.destroy();
  }
}
