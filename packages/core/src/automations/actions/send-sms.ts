import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import { action } from "./definition.ts";
import { problemsOfTemplate, templateId, textOrTemplate } from "./template.ts";

/** Sends an SMS to the card's first phone number, charged to the organization's balance: a text of its own, or a message template. */
export const sendSms = action({
  config: z
    .object({
      text: z.string().trim().max(1_600, "validation.length").optional(),
      /** In place of the text. */
      templateId: templateId.optional(),
      /** If absent, the default sender. */
      senderId: idSchema("snd").nullable().default(null),
    })
    .superRefine(textOrTemplate({ text: "automations.problem.noText" })),
  async call({ text = "", templateId: chosen, senderId }, { card, type, text: fill, template }) {
    if (!hasPhone(type.fields, card.fields)) return { skipped: "automations.skipped.noPhone" };
    const written =
      chosen === undefined ? { text: await fill(text) } : { text: (await template(chosen, null)).text, templateId: chosen };
    return { procedure: "sms.send", input: { cardId: card.id, ...written, ...(senderId ? { senderId } : {}) } };
  },
  async problems({ senderId, templateId: chosen }, type, lookups) {
    if (!type.fields.some((field) => field.type === "phone")) return [{ path: "", message: "automations.problem.noPhoneField" }];
    const hasSender = senderId === null || (await lookups.hasSender(senderId));
    return [
      ...(hasSender ? [] : [{ path: "senderId", message: "automations.problem.sender" }]),
      ...(chosen === undefined ? [] : await problemsOfTemplate(chosen, "sms", type, lookups)),
    ];
  },
  shared: (config) => ({ ...config, senderId: null }),
  texts: ({ text = "", templateId: chosen }): Readonly<Record<string, string>> => (chosen === undefined ? { text } : {}),
  filled: () => ({ text: "automations.failed.noText" }),
});

const hasPhone = (fields: readonly { readonly id: string; readonly type: string }[], values: Readonly<Record<string, unknown>>) =>
  fields.some(({ id, type }) => type === "phone" && Boolean(values[id]));
