import type { BulkTaskChange, BulkTaskSelection } from "@kartis/core/bulk/schema.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { startChange } from "../../operations/operations.ts";
import { tasksSaved } from "../changes/saving.ts";

/** Starts a change of more tasks than one call takes, shows how far it is, and offers to take it back when it is done. */
export async function changeManyTasks(selection: BulkTaskSelection, change: BulkTaskChange, count: number): Promise<void> {
  const t = currentTranslate();
  // It is meant of what was done before.
  await tasksSaved();
  await startChange(
    { target: "tasks", selection, change },
    {
      of: "tasks",
      label:
        change.kind === "delete"
          ? t("changes.tasks.deleting")
          : t(change.kind === "restore" ? "changes.tasks.restoring" : "changes.tasks.changing", { count }),
      doneLabel: (done) => doneLabel(change, done),
    },
  );
}

function doneLabel(change: BulkTaskChange, count: number): string {
  const t = currentTranslate();
  switch (change.kind) {
    case "delete":
      return t("tasks.deleted", { count });
    case "restore":
      return t("tasks.trash.restored", { count });
    case "move":
      return t("tasks.moved", { count });
    case "edit": {
      const { done, assignedTo, due, priority } = change.values;
      if (done !== undefined) return t(done ? "tasks.marked.done" : "tasks.marked.open", { count });
      if (assignedTo !== undefined) return t("tasks.assigned", { count });
      if (due !== undefined) return t("tasks.moved", { count });
      return t(priority === undefined ? "changes.tasks.changed" : "tasks.prioritized", { count });
    }
  }
}
