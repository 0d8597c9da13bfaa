import { commit, commitContextOf } from "../data/commit.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { isOfTasks, taskViewKind } from "../task-views/index.ts";
import { cardViewKind, inverseOfViewChange } from "../views/index.ts";

/**
 * Undoes a record about saved views by an ordinary commit, where nobody has changed the same since. Needs the permission for what the inverse does, within its
 * level, and of views of tasks also that to see tasks. Throws NOT_FOUND, FORBIDDEN, CONFLICT; PRECONDITION_FAILED for what cannot be as it was.
 * @returns the record that undoes the undo; null when nothing had to change.
 */
export async function undoViews({ id: recordId, changes }: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const { orgId } = context.principal;
  const asked = await Promise.all(
    changes.map(async (change) => {
      const isTasks = await concernsTasks(orgId, change);
      if (isTasks) requireRight(["TASKS", "read"], context);
      const within = {
        ...context,
        ...requireRight(["CARDS_TABLE_VIEWS", change.action === "view.update" ? "update" : "delete"], context),
      };
      return { change, isTasks, within };
    }),
  );
  const { records } = await commit({ ...commitContextOf(context), origin: "undo", causedBy: recordId }, async () => {
    const written = await Promise.all(
      asked.map(({ change, isTasks, within }) =>
        isTasks ? inverseOfViewChange(taskViewKind, change, within) : inverseOfViewChange(cardViewKind, change, within),
      ),
    );
    const all = written.flatMap((one) => one ?? []);
    return {
      writes: all.flatMap(({ writes }) => writes),
      records: all.length > 0 ? [{ changes: all.map(({ change }) => change) }] : [],
      result: undefined,
    };
  });
  return records[0]?.id ?? null;
}

/** Whether the view is one of tasks. A change of one that is there names only the values that it changed. */
async function concernsTasks(orgId: OrgId, { subject, before, after }: Change): Promise<boolean> {
  if (subject.typeId !== undefined) return false;
  const kept = { ...before, ...after };
  return (
    isOfTasks(kept) ||
    (isId("viw", subject.id) && !("slug" in kept) && (await taskViewKind.find(orgId, subject.id)) !== undefined)
  );
}
