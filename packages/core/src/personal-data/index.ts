/*
 * Everything known about a person: exported as a bundle, and erased. Owns nothing: it asks each domain through the registry of its parts.
 * Invariant: after an erasure no value of the person is left in the table, the journal, any replica or snapshot, or the files; others' data is unchanged.
 * Records: card.erase, file.delete, personalData.erase, personalData.export. It is the only domain that overwrites the journal (data/redaction.ts).
 */
import { commitContextOf } from "../data/commit.ts";
import { CardRef } from "../cards/schema.ts";
import type { OperationId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { operationStart, startOperation, starterOf } from "../operations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { cardsAtOnce, erasureOf } from "./parts/cards.ts";
import { namedParts } from "./parts/registry.ts";
import { personOf } from "./person.ts";
import { requireWhole, right } from "./right.ts";
import { erasureOperation, type PersonalDataPreview, personExportOperation } from "./schema.ts";

export { bundleEntries, type BundleItem, type BundleTable } from "./bundle/bundle.ts";
export { zip } from "./bundle/zip.ts";

const preview = procedure({
  name: "personalData.preview",
  kind: "query",
  input: CardRef,
  can: right,
  async run({ cardId }, context): Promise<PersonalDataPreview> {
    requireWhole(context);
    const person = await personOf(context.principal.orgId, cardId);
    const [counted, kept] = await Promise.all([
      Promise.all(namedParts.map(async ([name, part]) => ({ name, count: (await part.count?.(person)) ?? 0 }))),
      Promise.all(namedParts.map(async ([, part]) => (await part.keeps?.(person)) ?? [])),
    ]);
    return { parts: counted.filter(({ count }) => count > 0), kept: kept.flat() };
  },
});

/**
 * Deletes the card at once, with those merged into it, and begins to delete whatever else is left of the person. Throws NOT_FOUND, and PRECONDITION_FAILED for
 * a card that is part of another.
 */
const erase = procedure({
  name: "personalData.erase",
  kind: "mutation",
  input: CardRef,
  can: right,
  whileImpersonating: false,
  async run({ cardId }, context): Promise<{ operationId: OperationId }> {
    requireWhole(context);
    const { orgId } = context.principal;
    const starter = starterOf(context);
    const { result: operationId } = await commitMetered(commitContextOf(context), async () => {
      const { cards } = await personOf(orgId, cardId);
      const job = { cardIds: cards.map(({ id }) => id) };
      const operation = operationStart(orgId, erasureOperation, job, starter, context.clock);
      const { writes, changes } = await erasureOf(orgId, cards.slice(0, cardsAtOnce));
      return {
        writes: [...writes, operation.write],
        records: [{ changes, batchId: operation.operationId }, operation.record],
        result: operation.operationId,
      };
    });
    return { operationId };
  },
});

/** A ZIP of everything known about them; an operation whose file only the caller can fetch. */
const exportOne = procedure({
  name: "personalData.export",
  kind: "mutation",
  input: CardRef,
  can: right,
  whileImpersonating: false,
  async run(job, context): Promise<{ operationId: OperationId }> {
    requireWhole(context);
    const { orgId } = context.principal;
    const starter = starterOf(context);
    await personOf(orgId, job.cardId);
    return { operationId: await startOperation(commitContextOf(context), personExportOperation, job, starter) };
  },
});

export const personalDataProcedures = [preview, exportOne, erase] as const;
