import { type ActivityDefinition, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** An SMS from the card to the customer, or an answer of theirs. */
export const sms: ActivityDefinition = {
  permission: "SMS",
  channel: "sms",
  readOnlyKey: "errors.commentReadOnly",
  actions: { create: "sms.create", update: "sms.update", delete: "sms.delete", restore: "sms.restore", purge: "sms.purge" },
  edits: ["sms.deliver"],
  derived: ["payment", "effectId", "templateId", "people", "aboutMeeting"],
  shared: ["delivery", "reason", "payment"],
  columns: ({ text: written, cardId, people, pinned, templateId }) => ({
    ...noColumns,
    title: text(written) ?? "",
    cardId: text(cardId),
    people: Array.isArray(people) ? people.flatMap((one: unknown) => text(one) ?? []) : [],
    isPinned: pinned === true,
    templateId: text(templateId),
  }),
  undone: (_, { delivery: __, reason: ___, payment: ____, ...patch }) => patch,
};
