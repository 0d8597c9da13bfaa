/*
 * Long operations: whatever exceeds a transaction's hundred items or a call's thirty seconds. Owns: operations and their rejects.
 * Invariant: progress moves in the transaction of the chunk it counts; whatever is interrupted resumes there by itself.
 * Records: operation.start, from which its first run follows; operation.cancel; then through the operation's own chunks.
 */
export type { Alteration, Operation, Reject, RowChange } from "./schema.ts";
export { commitChunks, type Stage } from "./chunks.ts";
export { forgetRows } from "./forget.ts";
export { operationProcedures } from "./procedures.ts";
export { itemsInChunk } from "./room.ts";
export { memoryOf, recalled, rejectsOf, remember, shownAlterations, shownChanges, shownErrors } from "./reports.ts";
export { listOperations } from "./shown.ts";
export { operationOf, operationStart, type Starter, startOperation, starterOf } from "./start.ts";
export { amendOperation, findOperation, progress, requestRun, type RunningOperation } from "./store.ts";
export { inWindows, Upcoming } from "./upcoming.ts";
