/*
 * One change to many cards, tasks or meetings: editing, deleting, restoring; an SMS to many cards, and a button pressed on them. Owns nothing of its own.
 * Invariant: everything selected is changed, unchanged because it already matched, or reported with its name and reason; the selection is one state of the
 * list. Records: chunks of card.*, task.* or meeting.* under origin "bulk" and the operation's id, which start automations only if asked to and are undone as one.
 */
import { commitContextOf } from "../data/commit.ts";
import type { OperationId } from "../kernel/id.ts";
import { procedure, requireRight } from "../kernel/procedure.ts";
import { startOperation, starterOf } from "../operations/index.ts";
import { BulkInput, bulkOperation, type BulkPreview } from "./schema.ts";
import { targetOf } from "./targets/list.ts";

export { type ActivityOutcome, decideActivity, runActivitySteps } from "./activity-steps.ts";
export { attempt, written } from "./change.ts";
export { type CardTask, type Outcome, outOfReach, runCardTasks } from "./card-tasks.ts";
export { previewOf, previewOfActivities, type Prospect } from "./preview.ts";
export { runBulk } from "./run.ts";
export { frozenIds } from "./selection.ts";

const preview = procedure({
  name: "bulk.preview",
  kind: "query",
  input: BulkInput,
  can: { member: "the permission is that of the change, and asked there" },
  async run(job, context): Promise<BulkPreview> {
    const target = targetOf(job);
    const admitted = { ...context, ...requireRight(target.right, context) };
    await target.requireSense(admitted);
    return target.preview(admitted);
  },
});

const start = procedure({
  name: "bulk.start",
  kind: "mutation",
  input: BulkInput,
  can: { member: "the permission is that of the change, and asked there and with each run" },
  whileImpersonating: false,
  async run(job, context): Promise<{ operationId: OperationId }> {
    const target = targetOf(job);
    const admitted = { ...context, ...requireRight(target.right, context) };
    const starter = starterOf(context);
    await target.requireSense(admitted);
    const given = job.target === "button" ? job.operationId : undefined;
    return { operationId: await startOperation(commitContextOf(context), bulkOperation, job, starter, given) };
  },
});

export const bulkProcedures = [preview, start] as const;
