import * as z from "zod";
import { longestText } from "../../whatsapp/rules.ts";
import { action } from "./definition.ts";

const parameter = z.string().trim().min(1, "automations.problem.noVariable").max(1_024, "validation.length");

/** Sends a WhatsApp message to the card: free text within 24 hours of the customer's last message, an approved template at any time. */
export const sendWhatsapp = action({
  config: z.discriminatedUnion("what", [
    z.object({
      what: z.literal("text"),
      text: z.string().trim().min(1, "automations.problem.noText").max(longestText, "validation.length"),
    }),
    z.object({
      what: z.literal("template"),
      name: z.string().trim().min(1, "automations.problem.noTemplate").max(512),
      language: z.string().trim().min(1, "automations.problem.noTemplate").max(20),
      parameters: z.array(parameter).max(20).default([]),
    }),
  ]),
  async call(config, { card, type, text: fill }) {
    const hasPhone = type.fields.some((field) => field.type === "phone" && Boolean(card.fields[field.id]));
    if (!hasPhone) return { skipped: "automations.skipped.noPhone" };
    const filled = await Promise.all((config.what === "text" ? [config.text] : config.parameters).map(fill));
    const message =
      config.what === "text"
        ? { text: filled[0] }
        : { template: { name: config.name, language: config.language, parameters: filled } };
    return { procedure: "whatsapp.send", input: { cardId: card.id, ...message } };
  },
  problems: (_, { fields }) =>
    fields.some(({ type }) => type === "phone") ? [] : [{ path: "", message: "automations.problem.noPhoneField" }],
  texts: (config): Readonly<Record<string, string>> =>
    config.what === "text"
      ? { text: config.text }
      : Object.fromEntries(config.parameters.map((text, at) => [`parameters.${at}`, text])),
  filled: () => ({ text: "automations.failed.noText", "template.parameters": "automations.failed.noText" }),
});
