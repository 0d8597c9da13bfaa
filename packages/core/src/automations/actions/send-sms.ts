import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import { action } from "./definition.ts";

/** Sends an SMS to the card's first phone number, charged to the organization's balance. */
export const sendSms = action({
  config: z.object({
    text: z.string().trim().min(1, "automations.problem.noText").max(1_600, "validation.length"),
    /** If absent, the default sender. */
    senderId: idSchema("snd").nullable().default(null),
  }),
  async call({ text, senderId }, { card, type, text: fill }) {
    if (!hasPhone(type.fields, card.fields)) return { skipped: "automations.skipped.noPhone" };
    return {
      procedure: "sms.send",
      input: { cardId: card.id, text: await fill(text), ...(senderId ? { senderId } : {}) },
    };
  },
  async problems({ senderId }, { fields }, { hasSender }) {
    if (!fields.some(({ type }) => type === "phone")) return [{ path: "", message: "automations.problem.noPhoneField" }];
    return senderId === null || (await hasSender(senderId)) ? [] : [{ path: "senderId", message: "automations.problem.sender" }];
  },
  shared: (config) => ({ ...config, senderId: null }),
  texts: ({ text }) => ({ text }),
});

const hasPhone = (fields: readonly { readonly id: string; readonly type: string }[], values: Readonly<Record<string, unknown>>) =>
  fields.some(({ id, type }) => type === "phone" && Boolean(values[id]));
