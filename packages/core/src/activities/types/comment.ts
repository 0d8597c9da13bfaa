import { type ActivityDefinition, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A colleague's comment on a card or on a task: the latter is shown with its task, and deleted for good with it. */
export const comment: ActivityDefinition = {
  permission: "COMMENTS",
  channel: "comments",
  readOnlyKey: "errors.commentReadOnly",
  actions: {
    create: "comment.create",
    update: "comment.update",
    delete: "comment.delete",
    restore: "comment.restore",
    purge: "comment.purge",
  },
  derived: ["body", "parentId", "taskId", "inThread", "editedAt", "reactions"],
  shared: ["reactions"],
  columns: ({ text: plain, cardId, parentId, taskId, pinned }) => ({
    ...noColumns,
    title: text(plain) ?? "",
    cardId: text(cardId),
    parentId: text(parentId) ?? text(taskId),
    isPinned: pinned === true,
  }),
};
