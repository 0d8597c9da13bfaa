import * as z from "zod";
import { isId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { listOperations } from "../operations/index.ts";
import { HistoryInput, type PastImport, StartImportInput } from "./schema.ts";

const shown = 100;
/** As kept with the operation; the name of the file is not the caller's to say. */
export const StoredJob = StartImportInput.extend({ fileName: z.string().default("") });

/** The imports of the last thirty days, newest first: whoever may see all cards sees everybody's, others their own. */
export const history = procedure({
  name: "imports.list",
  kind: "query",
  input: HistoryInput,
  can: ["CARDS", "create"],
  async run({ typeId }, { principal, level }): Promise<PastImport[]> {
    const past: PastImport[] = [];
    for await (const { operation, userId, createdAt, input } of listOperations(principal.orgId, "import")) {
      const job = StoredJob.safeParse(input);
      if (!job.success || job.data.dryRun || !isId("opn", operation.id)) continue;
      if ((typeId && job.data.typeId !== typeId) || (level !== "ORGANIZATION" && userId !== principal.userId)) continue;
      const { state, total, done, created, updated, skipped, failed, failure, rejectsUrl } = operation;
      past.push({
        operationId: operation.id,
        typeId: job.data.typeId,
        userId,
        at: createdAt,
        fileName: job.data.fileName,
        mode: job.data.mode,
        state,
        total,
        done,
        created,
        updated,
        skipped,
        failed,
        failure,
        // The file is whoever made it may fetch.
        rejectsUrl: userId === principal.userId ? rejectsUrl : null,
      });
      if (past.length >= shown) break;
    }
    return past;
  },
});
