/*
 * CSV import of cards and activities. Owns how files with the same columns were last mapped; the rest is files', operations', cards' and activities'.
 * Invariant: every row of the file creates a card or an activity, changes the one card it matches, is reported as a duplicate, or is reported with its line and
 * reason; none is lost and none is processed twice.
 * Records: chunks of card.create and card.update, or of an activity's create, under the operation's id.
 */
import { commitContextOf } from "../data/commit.ts";
import { createUpload, readFile, requireUpload } from "../files/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { OperationId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { startOperation, starterOf } from "../operations/index.ts";
import { findOrganization } from "../organizations/index.ts";
import { checkRows } from "./check-rows.ts";
import { history } from "./history.ts";
import { requireAnyImport, requireImportRight, requireSomeImport, someImport } from "./right.ts";
import { rememberMapping, suggestionFor } from "./values/remembered.ts";
import { problemOf } from "./rules.ts";

import { CreateUploadInput, importOperation, maxImportBytes, StartImportInput, SuggestInput } from "./schema.ts";
import { targetOf } from "./targets/list.ts";

export { runImport } from "./runs/run.ts";
export { type Matching, outcomesOf } from "./runs/upsert.ts";
export type { GoodRow } from "./runs/chunks.ts";
export { convertRow } from "./values/convert.ts";
export { suggestMapping } from "./values/suggest.ts";

const upload = procedure({
  name: "imports.createUpload",
  kind: "mutation",
  input: CreateUploadInput,
  can: someImport,
  whileImpersonating: false,
  async run({ fileName }, context) {
    const { principal, clock } = context;
    requireAnyImport(context);
    return createUpload(principal.orgId, "import", fileName, maxImportBytes, principal.userId ?? "", clock);
  },
});

const suggest = procedure({
  name: "imports.suggestMapping",
  kind: "query",
  input: SuggestInput,
  can: someImport,
  async run({ typeId, headers }, context) {
    const { orgId } = context.principal;
    requireSomeImport(context, typeId);
    return suggestionFor(orgId, await targetOf(orgId, typeId, context.language), headers);
  },
});

const start = procedure({
  name: "imports.start",
  kind: "mutation",
  input: StartImportInput,
  can: someImport,
  whileImpersonating: false,
  async run(job, context): Promise<{ operationId: OperationId }> {
    const { principal, clock } = context;
    const { orgId } = principal;
    const starter = starterOf(context);
    requireImportRight(job, context);
    const problem = problemOf(await targetOf(orgId, job.typeId, context.language), job);
    if (problem) throw new KartisError("INVALID_INPUT", { fields: { mapping: problem } });
    const fileName = await requireUpload(orgId, job.fileId, starter.userId);
    const [{ readHead, readHeader }, { canBeCsv }] = await Promise.all([import("./rows.ts"), import("./dialect.ts")]);
    if (!canBeCsv(await readHead((await readFile(orgId, job.fileId)).body)))
      throw new KartisError("INVALID_INPUT", { messageKey: "validation.csv", fields: { fileId: "validation.csv" } });
    const operationId = await startOperation(commitContextOf(context), importOperation, { ...job, fileName }, starter);
    if (!job.dryRun) {
      const [{ body }, organization] = await Promise.all([readFile(orgId, job.fileId), findOrganization(orgId)]);
      await rememberMapping(orgId, job.typeId, await readHeader(body, organization?.language ?? "en", job.encoding), job, clock);
    }
    return { operationId };
  },
});

export const importProcedures = [upload, suggest, checkRows, start, history] as const;
