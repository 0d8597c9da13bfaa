import { type ActivityDefinition, type ActivityValues, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The words of a location and of contacts: names, addresses and numbers. */
function wordsOf({ location, contacts }: ActivityValues): string {
  const { name, address } = Object(location) as Readonly<Record<string, unknown>>; // as received messages are stored
  const people = (Array.isArray(contacts) ? contacts : []).flatMap((one: unknown) => {
    const { name: called, phones } = Object(one) as Readonly<Record<string, unknown>>;
    return [called, ...(Array.isArray(phones) ? phones : [])];
  });
  return [name, address, ...people].flatMap((one) => text(one) ?? []).join("\n");
}

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
  derived: [
    "chatId",
    "messageId",
    "isFinal",
    "failedIds",
    "parameters",
    "template",
    "media",
    "people",
    "answers",
    "templateId",
    "kind",
    "effectId",
    "isGivenUp",
  ],
  shared: ["delivery", "reason", "reaction", "attachments"],
  columns: ({ text: written, cardId, people, chatId, pinned, happenedAt, templateId, delivery, isGivenUp, ...values }) => ({
    ...noColumns,
    title: text(written) ?? "",
    words: wordsOf(values),
    cardId: text(cardId),
    people: Array.isArray(people) ? people.flatMap((one: unknown) => text(one) ?? []) : [],
    threadId: text(chatId),
    happenedAt: text(happenedAt),
    isPinned: pinned === true,
    templateId: text(templateId),
    isUnsent: (delivery === "failed" || delivery === "unknown") && isGivenUp !== true,
  }),
  undone: (_, { delivery: __, reason: ___, reaction: ____, isGivenUp: _____, effectId: ______, ...patch }) => patch,
};
