/*
 * Undoing changes: one record, or everything a long operation did. Owns nothing: it reads the journal by its main key and writes the inverse.
 * Invariant: nothing that somebody changed afterwards is overwritten; an undo can be undone in turn.
 * Records: card.*, template.*, view.*, automation.*, chat.move, chat.update, voip.handle, voip.reopen and those of activities under origin "undo".
 */
import type { BulkPreview } from "../bulk/schema.ts";
import { commitContextOf } from "../data/commit.ts";
import type { OperationId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { startOperation, starterOf } from "../operations/index.ts";
import { revertedKind } from "./revert-activities.ts";
import { previewRevert, requireReading, revertible } from "./revert.ts";
import { RecordRef, RevertJob, revertOperation } from "./schema.ts";
import { type Undone, undoRecord } from "./undo.ts";

export { runRevert } from "./revert.ts";

const undo = procedure({
  name: "changes.undo",
  kind: "mutation",
  input: RecordRef,
  can: { member: "the permission is that of what the inverse does, and asked there" },
  hasPresetNames: true,
  run: ({ recordId }, context): Promise<Undone> => undoRecord(recordId, context),
});

const preview = procedure({
  name: "changes.previewRevert",
  kind: "query",
  input: RevertJob,
  can: { member: "the permission is that of what it did, and asked there" },
  run: ({ operationId }, context): Promise<BulkPreview> => previewRevert(operationId, context),
});

const revert = procedure({
  name: "changes.revert",
  kind: "mutation",
  input: RevertJob,
  can: { member: "the permission is that of what it did, and asked there" },
  whileImpersonating: false,
  async run(job, context): Promise<{ operationId: OperationId }> {
    const { orgId } = context.principal;
    const starter = starterOf(context);
    requireReading(await revertedKind(await revertible(orgId, job.operationId)), context);
    // Permission for each inverse is checked change by change, with the actor's rights at the time.
    return { operationId: await startOperation(commitContextOf(context), revertOperation, job, starter) };
  },
});

export const undoProcedures = [undo, preview, revert] as const;
