import { CardLookup, getCardType, type IdentifierLock, locksOf, namedInAll, readScopeOf } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import { instant } from "../kernel/clock.ts";
import { procedure } from "../kernel/procedure.ts";
import { findOrganization, membersOf } from "../organizations/index.ts";
import { type ChunkRow, heldOf } from "./chunks.ts";
import { convertRow, refusal } from "./convert.ts";
import { problemOf } from "./rules.ts";
import { requireImportRight } from "./right.ts";
import { matchingOf } from "./run.ts";
import { type CheckedRow, CheckRowsInput } from "./schema.ts";
import { outcomesOf } from "./upsert.ts";

const nothingEarlier = (_: IdentifierLock) => false;

/** What an import would do with these rows right now: queried while they are corrected on screen. Other rows of the file are not considered. */
export const checkRows = procedure({
  name: "imports.checkRows",
  kind: "query",
  input: CheckRowsInput,
  can: { member: "the permission is that of what the import does, and asked there" },
  async run(input, context): Promise<CheckedRow[]> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    requireImportRight(input.mode, context);
    const [stored, organization, members] = await Promise.all([
      getCardType(orgId, input.typeId),
      findOrganization(orgId),
      membersOf(orgId),
    ]);
    if (!organization) throw new KartisError("NOT_FOUND");
    const type = await namedInAll(stored, await context.words());
    const problem = problemOf(type, input);
    if (problem) throw new KartisError("INVALID_INPUT", { fields: { mapping: problem } });
    const fieldContext = { currency: organization.currency, region: organization.region };
    const lookup = await CardLookup.open(orgId, await readScopeOf(context));
    const matching = await matchingOf(input, type, fieldContext, orgId, userId, context, lookup);
    const reading = { type, job: input, members, importerId: userId, fieldContext, lookup, timeZone: organization.timeZone };
    const read = input.rows.map(({ line, cells }) => {
      const placed: string[] = [];
      input.mapping.forEach(({ column }, at) => {
        placed[column] = cells[at] ?? "";
      });
      return convertRow({ line, cells: placed, error: null }, reading);
    });
    const rows: ChunkRow[] = read.map((row) =>
      "values" in row ? { ...row, locks: locksOf(type, row.values, fieldContext) } : row,
    );
    if (!matching) return checkNew(orgId, rows);
    return (await outcomesOf(matching, rows, nothingEarlier, instant(context.clock))).map((outcome, at): CheckedRow => {
      const line = rows[at]?.line ?? 0;
      if (outcome.kind === "refused") return { line, outcome: "refused", errors: outcome.row.rejects, change: null };
      const change = outcome.kind === "update" ? outcome.rowChange : null;
      return { line, outcome: outcome.kind === "leftOut" ? "same" : outcome.kind, errors: [], change };
    });
  },
});

async function checkNew(orgId: Parameters<typeof heldOf>[0], rows: readonly ChunkRow[]): Promise<CheckedRow[]> {
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
