import { type ActivityDefinition, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A colleague's comment on a card. */
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
  derived: ["body", "parentId", "inThread", "editedAt", "reactions"],
  shared: ["reactions"],
  columns: ({ text: plain, cardId, parentId, pinned }) => ({
    ...noColumns,
    title: text(plain) ?? "",
    cardId: text(cardId),
    parentId: text(parentId),
    isPinned: pinned === true,
  }),
};
