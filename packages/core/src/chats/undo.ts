import { commit, commitContextOf } from "../data/commit.ts";
import type { JournalRecord } from "../data/journal.ts";
import { changesOf } from "../data/payloads.ts";
import { KartisError } from "../kernel/error.ts";
import type { RecordId } from "../kernel/id.ts";
import { type OrgContext, requireFeature, requireRight } from "../kernel/procedure.ts";
import { findMembership } from "../organizations/index.ts";
import { requireCovered } from "./procedures.ts";
import { chatChange, findChat } from "./store.ts";

/**
 * Undoes that a conversation was assigned, closed or reopened. Throws CONFLICT if that has changed since, and PRECONDITION_FAILED for other changes: what a customer
 * wants is noted anew rather than undone. An assignee who is no longer a member is not brought back.
 * @returns the record that undoes the undo; null when nothing had to change
 */
export async function undoUpdate(record: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const { orgId } = context.principal;
  const [change, ...more] = changesOf(record.changes, ["chat.update"]);
  const { before, after } = change ?? {};
  const names = (["assignedTo", "isClosed"] as const).filter((name) => before?.[name] !== after?.[name]);
  if (!change || more.length > 0 || record.changes.length > 1 || !before || !after || names.length === 0)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  requireFeature("chats", context.actor);
  const within = { ...context, ...requireRight(["COMMENTS", "update"], context) };
  await requireCovered(change.subject.id, within);
  const { records } = await commit({ ...commitContextOf(within), origin: "undo", causedBy: record.id }, async () => {
    const current = await findChat(orgId, change.subject.id);
    if (!current) throw new KartisError("NOT_FOUND");
    if (names.some((name) => (current[name] ?? null) !== (after[name] ?? null)))
      throw new KartisError("CONFLICT", { messageKey: "errors.undo.changedActivity" });
    const { assignedTo } = before;
    const isMember = assignedTo && (await findMembership(assignedTo, orgId));
    const next = {
      ...current,
      ...(names.includes("isClosed") ? { isClosed: before.isClosed ?? false } : {}),
      ...(names.includes("assignedTo") ? { assignedTo: isMember ? assignedTo : null } : {}),
      version: current.version + 1,
    };
    const { write, change: undone } = chatChange(orgId, next, current, "chat.update");
    return { writes: [write], records: [{ changes: [undone] }], result: undefined };
  });
  return records[0]?.id ?? null;
}
