import { isId, type OrgId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { listOperations } from "../operations/index.ts";
import { revertOperation } from "../undo/schema.ts";
import { requireAnyImport, requireSomeImport, seesAllImports, someImport } from "./right.ts";
import { HistoryInput, importOperation, type PastImport } from "./schema.ts";

const shown = 100;

/** Adds to an operation whether it has been reverted, without that revert being reverted in turn. */
async function takenBack(orgId: OrgId): Promise<(operationId: string) => boolean> {
  const revertsOf = new Map<string, string[]>();
  for await (const { operation, input } of listOperations(orgId, "revert")) {
    const reverted = revertOperation.input.safeParse(input);
    if (!reverted.success || operation.state === "failed") continue;
    const { operationId } = reverted.data;
    revertsOf.set(operationId, [...(revertsOf.get(operationId) ?? []), operation.id]);
  }
  const isTakenBack = (operationId: string): boolean => (revertsOf.get(operationId) ?? []).some((id) => !isTakenBack(id));
  return isTakenBack;
}

/** The imports of the last thirty days, newest first: those who may import for everybody see everybody's, others their own. */
export const history = procedure({
  name: "imports.list",
  kind: "query",
  input: HistoryInput,
  can: someImport,
  async run({ typeId }, context): Promise<PastImport[]> {
    const { principal } = context;
    if (typeId) requireSomeImport(context, typeId);
    else requireAnyImport(context);
    const past: PastImport[] = [];
    const isTakenBack = await takenBack(principal.orgId);
    for await (const { operation, userId, createdAt, input } of listOperations(principal.orgId, "import")) {
      const job = importOperation.input.safeParse(input);
      if (!job.success || job.data.dryRun || !isId("opn", operation.id)) continue;
      if (typeId && job.data.typeId !== typeId) continue;
      if (userId !== principal.userId && !seesAllImports(context, job.data.typeId)) continue;
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
        takenBack: isTakenBack(operation.id),
        // Only the file's creator may fetch it.
        rejectsUrl: userId === principal.userId ? rejectsUrl : null,
      });
      if (past.length >= shown) break;
    }
    return past;
  },
});
