import type { CommitContext } from "../data/commit.ts";
import { commit, commitContextOf } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type RecordId, type UserId } from "../kernel/id.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { callChange, findCall, type StoredCall } from "./calls.ts";
import { statusOf } from "./facts.ts";
import { type CallSight, seenCall } from "./list.ts";
import type { CallId } from "./schema.ts";
import { callSightOf } from "./sight.ts";

/**
 * Marks a missed call as handled by somebody, or by nobody. Nothing if it is so already. Throws NOT_FOUND for a call that the caller does not see, and
 * PRECONDITION_FAILED for one that was not missed.
 * @param expected who must have marked it before, when that is undone
 */
export async function setHandled(
  { callId, handledBy, expected }: { callId: CallId; handledBy: UserId | null; expected?: UserId | null },
  sight: CallSight,
  context: CommitContext,
): Promise<{ call: StoredCall; recordId: RecordId | null }> {
  const { orgId } = context;
  if (!(await seenCall(orgId, sight, callId))) throw new KartisError("NOT_FOUND");
  const { result, records } = await commit(context, async (at) => {
    const call = await findCall(orgId, callId);
    if (!call) throw new KartisError("NOT_FOUND");
    if (handledBy && statusOf(call.facts) !== "missed")
      throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.callNotMissed" });
    if ((call.handledBy !== null) === (handledBy !== null)) return { writes: [], records: [], result: call };
    if (expected !== undefined && call.handledBy !== expected)
      throw new KartisError("CONFLICT", { messageKey: "errors.undo.changedActivity" });
    const next = { ...call, version: call.version + 1, handledBy, changedAt: at };
    const { write, change } = callChange(orgId, next, call, handledBy ? "voip.handle" : "voip.reopen");
    return { writes: [write], records: [{ changes: [change] }], result: next };
  });
  return { call: result, recordId: records[0]?.id ?? null };
}

/**
 * Undoes that a missed call was marked as handled, or that this was taken back. Throws CONFLICT if somebody else has marked it since, and PRECONDITION_FAILED for other
 * changes of calls.
 * @returns the record that undoes the undo; null when nothing had to change
 */
export async function undoHandling({ id: recordId, changes }: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const [change] = changes;
  const { userId } = context.principal;
  if (!change || changes.length > 1 || (change.action !== "voip.handle" && change.action !== "voip.reopen") || !userId)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  const within = { ...context, ...requireRight(["COMMENTS", "create"], context, "telephony") };
  const { id: callId } = change.subject;
  if (!isId("cal", callId)) throw new KartisError("NOT_FOUND");
  const by = change.after?.["handledBy"];
  const undone = await setHandled(
    { callId, handledBy: change.action === "voip.handle" ? null : userId, expected: isId("usr", by) ? by : null },
    await callSightOf(within),
    { ...commitContextOf(within), origin: "undo", causedBy: recordId },
  );
  return undone.recordId;
}
