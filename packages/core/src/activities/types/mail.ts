import { type ActivityDefinition, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A mail from the card to the customer, or from the customer into it. */
export const mail: ActivityDefinition = {
  permission: "COMMENTS",
  channel: "mail",
  readOnlyKey: "errors.commentReadOnly",
  actions: {
    create: "mail.create",
    update: "mail.update",
    delete: "mail.delete",
    restore: "mail.restore",
    purge: "mail.purge",
  },
  edits: ["mail.deliver"],
  derived: [
    "body",
    "quoted",
    "signature",
    "from",
    "to",
    "cc",
    "bcc",
    "answers",
    "thread",
    "messageId",
    "isAutomatic",
    "isUnverified",
    "isReplyIgnored",
    "isCut",
    "dropped",
    "people",
    "templateId",
    "gmail",
    "sharing",
    "happenedAt",
    "effectId",
    "fileCount",
  ],
  shared: ["delivery"],
  columns: ({ subject, text: plain, cardId, pinned, people, thread, templateId, happenedAt }) => ({
    ...noColumns,
    title: text(subject) ?? text(plain) ?? "",
    cardId: text(cardId),
    people: Array.isArray(people) ? people.flatMap((one: unknown) => text(one) ?? []) : [],
    threadId: text(thread),
    happenedAt: text(happenedAt),
    isPinned: pinned === true,
    templateId: text(templateId),
  }),
  // One that has not gone out yet is not sent any more.
  trashed: ({ delivery }) => (delivery === "sending" ? { delivery: "failed" } : {}),
  undone: (_, { delivery: __, ...patch }) => patch,
};
