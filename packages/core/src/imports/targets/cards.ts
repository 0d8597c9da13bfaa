import { creationChunk, getCardType, locksOf, namedInAll, scopeOf } from "../../cards/index.ts";
import type { FieldContext } from "../../cards/rules.ts";
import type { CardType } from "../../cards/schema.ts";
import type { ChangeSet } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import { requireRight } from "../../kernel/procedure.ts";
import { progress, shownChanges } from "../../operations/index.ts";
import { wordsOf } from "../../words.ts";
import { type ChunkRow, heldOf, isGood, isRefused, lengthOf } from "../runs/chunks.ts";
import { convertRow, refusal } from "../values/convert.ts";
import { asMemory, type Earlier } from "../runs/earlier-rows.ts";
import { withFiles } from "../files.ts";
import { alteredOf, rejectsOf, shownOf, textOf } from "../runs/report.ts";
import { changeRight } from "../right.ts";
import type { CheckedRow } from "../schema.ts";
import { batchOf, type Matching, type Outcome, outcomesOf } from "../runs/upsert.ts";
import { advanced, type Importer, type Importing, type ImportStage } from "./definition.ts";

/** Dependencies of creating and updating cards. */
interface Run {
  readonly importing: Importing;
  readonly type: CardType;
  readonly fieldContext: FieldContext;
  readonly using: Parameters<typeof withFiles>[1];
}

/** Rows that become cards of a type, or change those that they match. */
export async function cardImporter(importing: Importing, typeId: CardType["id"]): Promise<Importer> {
  const { orgId, importerId, organization, job, dryRun, members, lookup, readScope, language } = importing;
  const type = await namedInAll(await getCardType(orgId, typeId), await wordsOf(language));
  const fieldContext = { currency: organization.currency, region: organization.region };
  const matching = await matchingOf(importing, type, fieldContext);
  const isUpsert = matching !== undefined;
  const run: Run = { importing, type, fieldContext, using: { orgId, type, importerId, seen: readScope } };
  const reading = { type, job, members, importerId, fieldContext, lookup, timeZone: organization.timeZone };
  return {
    target: type,
    // The table does not show which rows were processed: a dry run writes nothing, and a changed card looks like any other.
    remembers: dryRun || isUpsert,
    convert(row) {
      const converted = convertRow(row, reading);
      return "values" in converted ? { ...converted, locks: locksOf(type, converted.values, fieldContext) } : converted;
    },
    lengthOf: (window) => lengthOf({ type, fieldContext, isUpsert }, window),
    make: (stage, rows, before, at, isStale) =>
      matching ? upsertionOf(run, matching, stage, rows, before, at) : creationsOf(run, stage, rows, before, at, isStale),
    check: (rows, at) => (matching ? checkMatching(matching, rows, at) : checkNew(orgId, rows)),
  };
}

/** Matching rule of the job's rows, limited to cards that the actor can change. */
async function matchingOf(
  { job: { mode, matchFieldId }, orgId, importerId, lookup, ...context }: Importing,
  type: CardType,
  fieldContext: FieldContext,
): Promise<Matching | undefined> {
  if (mode === "create") return undefined;
  const scope = await scopeOf(requireRight(changeRight, context));
  const field = type.fields.find((candidate) => candidate.id === matchFieldId);
  // It existed when the import began.
  if (!field) throw new KartisError("INVALID_INPUT", { messageKey: "validation.matchField" });
  return { orgId, type, field, mode, scope, importerId, fieldContext, lookup };
}

/** Writes the rows' cards, and names the duplicates among them. */
async function creationsOf(
  run: Run,
  { operation, hasDuplicates }: ImportStage,
  rows: readonly ChunkRow[],
  before: Earlier,
  at: string,
  isStale: boolean,
): Promise<ChangeSet<ImportStage>> {
  const { importing, type, fieldContext } = run;
  const { clock, dryRun } = importing;
  const refused = rows.filter(isRefused);
  const good = await withFiles(rows.filter(isGood), run.using);
  // In a dry run no transaction would find them; and a stale chunk has met some.
  const inTable = dryRun || hasDuplicates || isStale ? await heldOf(operation.orgId, good) : [];
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
  const next = advanced(operation, {
    done: rows.length,
    created: good.length - duplicates.length,
    updated: 0,
    skipped: duplicates.length + leftOut,
    failed: refused.length,
    altered: altered.length,
  });
  const taking = good.flatMap((row, index) => (made.duplicates.has(index) ? [] : row.locks));
  const rejects = rejectsOf(operation, [...refused, ...duplicates]);
  const memory = dryRun ? asMemory(taking) : undefined;
  return {
    writes: [
      ...(dryRun ? [] : made.writes),
      ...progress(operation, next, rejects, memory, clock, { alterations: shownOf(operation, altered) }),
    ],
    records: dryRun || made.changes.length === 0 ? [] : [{ changes: made.changes }],
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
  const { clock, dryRun } = run.importing;
  const settled = await withFiles(rows, run.using);
  const decided = await outcomesOf(matching, settled, (lock) => before.has(lock), at);
  const { outcomes, writes, changes } = await batchOf(operation.orgId, decided);
  const count = (...kinds: (typeof outcomes)[number]["kind"][]) => outcomes.filter(({ kind }) => kinds.includes(kind)).length;
  const altered = alteredOf(
    settled.filter((_, index) => outcomes[index]?.kind === "create" || outcomes[index]?.kind === "update"),
  );
  const next = advanced(operation, {
    done: outcomes.length,
    created: count("create"),
    updated: count("update"),
    skipped: count("same", "leftOut"),
    failed: count("refused"),
    altered: altered.length,
  });
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
      ...(dryRun ? [] : writes),
      ...progress(operation, next, rejects, asMemory(taking), clock, { examples, alterations: shownOf(operation, altered) }),
    ],
    records: dryRun || changes.length === 0 ? [] : [{ changes }],
    result: { operation: { ...operation, ...next }, keys: keysOf(rows, outcomes), taking, hasDuplicates: false },
  };
}

/** Keys that the rows have read or written: card ids and lock hashes. */
function keysOf(rows: readonly ChunkRow[], outcomes: readonly Outcome[]): Set<string> {
  const writes = outcomes.flatMap((outcome) => ("write" in outcome ? [outcome.write] : []));
  const locks = [
    ...rows.filter(isGood).flatMap((row) => row.locks),
    ...outcomes.flatMap((outcome) => ("locks" in outcome ? outcome.locks : [])),
    ...writes.flatMap((write) => write.locks?.unwanted ?? []),
  ];
  return new Set([...writes.map(({ card }) => card.id), ...locks.map(({ hash }) => hash)]);
}

async function checkMatching(matching: Matching, rows: readonly ChunkRow[], at: string): Promise<CheckedRow[]> {
  return (await outcomesOf(matching, rows, () => false, at)).map((outcome, index): CheckedRow => {
    const line = rows[index]?.line ?? 0;
    if (outcome.kind === "refused") return { line, outcome: "refused", errors: outcome.row.rejects, change: null };
    const change = outcome.kind === "update" ? outcome.rowChange : null;
    return { line, outcome: outcome.kind === "leftOut" ? "same" : outcome.kind, errors: [], change };
  });
}

async function checkNew(orgId: OrgId, rows: readonly ChunkRow[]): Promise<CheckedRow[]> {
  const good = rows.flatMap((row) => ("locks" in row ? [row] : []));
  const taken = new Set(await heldOf(orgId, good));
  return rows.map((row) => {
    const { line } = row;
    if ("rejects" in row) return { line, outcome: "refused", errors: row.rejects, change: null };
    const locks = "locks" in row ? row.locks : [];
    const collision = locks.find((lock) => taken.has(lock.hash));
    for (const lock of locks) taken.add(lock.hash);
    if (!collision || !("values" in row)) return { line, outcome: "create", errors: [], change: null };
    const { fieldId } = collision;
    const { rejects } = refusal(line, row.cells, [
      { fieldId, message: "validation.duplicate", value: String(row.values[fieldId]) },
    ]);
    return { line, outcome: "refused", errors: rejects, change: null };
  });
}
