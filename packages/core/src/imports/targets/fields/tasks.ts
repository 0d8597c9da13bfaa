import { taskColumns } from "../../../activities/tasks/columns.ts";
import { priorities } from "../../../activities/tasks/schema.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import type { Importable, TargetField } from "../../rules.ts";

/** The columns of tasks as fields: what the mapping, the corrections and the preview know of them. */
export function tasksAsTarget(t: Translate): Importable {
  const field = (id: keyof typeof taskColumns, type: TargetField["type"], more: Partial<TargetField> = {}): TargetField => ({
    id,
    key: id,
    type,
    label: t(taskColumns[id]),
    options: [],
    displayed: true,
    required: false,
    internal: false,
    ...more,
  });
  const options = priorities.map((priority) => ({
    id: priority,
    label: t(`fields.priority.${priority}`),
    hue: "slate" as const,
  }));
  return {
    id: "tasks",
    fields: [
      field("title", "text", { required: true }),
      field("due", "datetime", { required: true }),
      field("dueTime", "time"),
      field("assignedTo", "user"),
      field("priority", "singleSelect", { options }),
      field("cardId", "cardRelation", { relation: { typeIds: [], many: false } }),
      field("done", "checkbox"),
      field("doneAt", "datetime"),
      field("location", "text"),
      field("description", "textarea"),
      field("checklist", "textarea"),
    ],
    identifiers: [],
    needs: { title: "validation.titleColumn", due: "validation.dueColumn" },
    onlyNew: true,
  };
}
