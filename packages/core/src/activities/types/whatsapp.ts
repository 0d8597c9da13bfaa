import { type ActivityDefinition, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A WhatsApp message from or to the customer. */
export const whatsapp: ActivityDefinition = {
  permission: "COMMENTS",
  channel: "whatsapp",
  readOnlyKey: "errors.commentReadOnly",
  actions: {
    create: "whatsapp.create",
    update: "whatsapp.update",
    delete: "whatsapp.delete",
    restore: "whatsapp.restore",
    purge: "whatsapp.purge",
  },
  edits: ["whatsapp.deliver"],
  derived: ["chatId", "messageId", "isFinal", "parameters", "template", "media", "people", "answers", "templateId", "kind"],
  shared: ["delivery", "reason", "reaction", "attachments"],
  columns: ({ text: written, cardId, people, chatId, pinned, happenedAt, templateId }) => ({
    ...noColumns,
    title: text(written) ?? "",
    cardId: text(cardId),
    people: Array.isArray(people) ? people.flatMap((one: unknown) => text(one) ?? []) : [],
    threadId: text(chatId),
    happenedAt: text(happenedAt),
    isPinned: pinned === true,
    templateId: text(templateId),
  }),
  undone: (_, { delivery: __, reason: ___, reaction: ____, ...patch }) => patch,
};
