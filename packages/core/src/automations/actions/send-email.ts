import * as z from "zod";
import { beginningOf } from "../../kernel/text.ts";
import { action } from "./definition.ts";
import { problemsOfTemplate, templateId, textOrTemplate } from "./template.ts";

const required = { subject: "automations.problem.noSubject", text: "automations.problem.noText" } as const;

/** Sends the card an email from the automation's publisher: a text of its own, or a message template with its files. */
export const sendEmail = action({
  config: z
    .object({
      subject: z.string().trim().max(250, "validation.length").optional(),
      text: z.string().trim().max(5_000, "validation.length").optional(),
      /** In place of subject and text. */
      templateId: templateId.optional(),
      /** The field with the recipient's address. */
      fieldId: z.string().min(1, "automations.problem.emailField").max(100),
    })
    .superRefine(textOrTemplate(required)),
  async call({ subject = "", text = "", templateId: chosen, fieldId }, { card, text: fill, template }) {
    const address = card.fields[fieldId];
    if (typeof address !== "string" || address === "") return { skipped: "automations.skipped.noEmail" };
    const { name } = card.fields;
    const to = [{ email: address, name: typeof name === "string" ? beginningOf(name, 120) : null }];
    if (chosen !== undefined) {
      const { subject: heading, body, attachments } = await template(chosen, address);
      const fileIds = attachments.map(({ fileId }) => fileId);
      const input = { cardId: card.id, to, subject: beginningOf(heading, 250), body, attachments: fileIds, templateId: chosen };
      return { procedure: "mails.send", input };
    }
    const [heading, body] = await Promise.all([fill(subject), fill(text)]);
    return {
      procedure: "mails.send",
      input: {
        cardId: card.id,
        to,
        subject: beginningOf(heading, 250),
        body: body.split("\n").map((line) => ({ type: "paragraph", content: line === "" ? [] : [{ text: line }] })),
      },
    };
  },
  async problems({ fieldId, templateId: chosen }, type, lookups) {
    const hasField = type.fields.some((field) => field.id === fieldId && field.type === "email");
    return [
      ...(hasField ? [] : [{ path: "fieldId", message: "automations.problem.emailField" }]),
      ...(chosen === undefined ? [] : await problemsOfTemplate(chosen, "mail", type, lookups)),
    ];
  },
  texts: ({ subject = "", text = "", templateId: chosen }): Readonly<Record<string, string>> =>
    chosen === undefined ? { subject, text } : {},
  filled: () => ({ subject: "automations.failed.noSubject", body: "automations.failed.noText" }),
});
