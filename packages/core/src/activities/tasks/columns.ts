/**
 * The columns of a file of tasks, in their order, with the catalogue keys of their names: what an export writes and an import reads, so that a file comes back as
 * it went.
 */
export const taskColumns = {
  title: "audit.value.title",
  due: "audit.value.due",
  dueTime: "fields.export.dueTime",
  assignedTo: "audit.value.assignedTo",
  priority: "audit.value.priority",
  cardId: "audit.value.cardId",
  done: "audit.value.done",
  doneAt: "audit.value.doneAt",
  location: "audit.value.location",
  description: "audit.value.description",
  checklist: "audit.value.checklist",
} as const;
