/*
 * CSV import. Owns nothing of its own: files, operations and cards do.
 * Invariant: every row of the file is created, told as a duplicate, or told with its line and reason; none is lost and none is there twice.
 * Records: chunks of card.create under the operation's id.
 */
import { getCardType } from "../cards/index.ts";
import { createUpload, requireUpload } from "../files/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { OperationId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { startOperation } from "../operations/index.ts";
import { importRight } from "./run.ts";
import { CreateUploadInput, maxImportBytes, StartImportInput, SuggestInput } from "./schema.ts";
import { suggestMapping } from "./suggest.ts";

export { runImport } from "./run.ts";

const upload = procedure({
  name: "imports.createUpload",
  kind: "mutation",
  input: CreateUploadInput,
  can: ["CARDS", "create"],
  run: async ({ fileName }, { principal, clock }) =>
    createUpload(principal.orgId, "import", fileName, maxImportBytes, principal.userId ?? "", clock),
});

const suggest = procedure({
  name: "imports.suggestMapping",
  kind: "query",
  input: SuggestInput,
  can: ["CARDS", "create"],
  run: async ({ typeId, headers }, { principal }) => ({
    mapping: suggestMapping(await getCardType(principal.orgId, typeId), headers),
  }),
});

const start = procedure({
  name: "imports.start",
  kind: "mutation",
  input: StartImportInput,
  can: importRight,
  async run(job, { principal, clock }): Promise<{ operationId: OperationId }> {
    const { orgId, userId } = principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    const type = await getCardType(orgId, job.typeId);
    const mapped = job.mapping.flatMap(({ fieldId }) => fieldId ?? []);
    const refuse = (message: string) => new KartisError("INVALID_INPUT", { fields: { mapping: message } });
    if (mapped.length === 0) throw refuse("validation.oneField");
    if (!mapped.includes("name")) throw refuse("validation.nameColumn");
    if (mapped.some((fieldId) => !type.fields.some((field) => field.id === fieldId))) throw refuse("validation.unknownField");
    await requireUpload(orgId, job.fileId, userId);
    return { operationId: await startOperation(orgId, "import", job, userId, clock) };
  },
});

export const importProcedures = [upload, suggest, start] as const;
