import { type ActivityDefinition, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** An SMS from the card to the customer, or an answer of theirs. */
export const sms: ActivityDefinition = {
  permission: "SMS",
  channel: "sms",
  readOnlyKey: "errors.commentReadOnly",
  actions: { create: "sms.create", update: "sms.update", delete: "sms.delete", restore: "sms.restore", purge: "sms.purge" },
  edits: ["sms.deliver"],
  derived: ["payment", "effectId", "templateId", "people", "aboutMeeting", "avoidsQuietHours", "releasedBy"],
  shared: ["delivery", "reason", "payment", "sendAt"],
  canCallBack: ({ delivery }) => delivery === "waiting",
  columns: ({ text: written, cardId, people, pinned, templateId }) => ({
    ...noColumns,
    title: text(written) ?? "",
    cardId: text(cardId),
    people: Array.isArray(people) ? people.flatMap((one: unknown) => text(one) ?? []) : [],
    isPinned: pinned === true,
    templateId: text(templateId),
  }),
  continuesAt: ({ delivery, sendAt }, from) =>
    delivery === "waiting" && typeof sendAt === "string" && sendAt >= from ? sendAt : undefined,
  // Restored after its time, it is not sent: nobody expects it any more.
  trashed: ({ delivery, sendAt }, at) =>
    delivery === "waiting" && typeof sendAt === "string" && sendAt <= at ? { delivery: "failed", reason: "canceled" } : {},
  undone: (
    _,
    { delivery: _1, reason: _2, payment: _3, sendAt: _4, effectId: _5, avoidsQuietHours: _6, releasedBy: _7, ...patch },
  ) => patch,
};
