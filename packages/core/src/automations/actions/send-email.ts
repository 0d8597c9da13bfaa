import * as z from "zod";
import { action } from "./definition.ts";

/** Sends the card an email from the automation's publisher. */
export const sendEmail = action({
  config: z.object({
    subject: z.string().trim().min(1, "automations.problem.noSubject").max(250, "validation.length"),
    text: z.string().trim().min(1, "automations.problem.noText").max(5_000, "validation.length"),
    /** The field with the recipient's address. */
    fieldId: z.string().min(1, "automations.problem.emailField").max(100),
  }),
  async call({ subject, text, fieldId }, { card, text: fill }) {
    const address = card.fields[fieldId];
    if (typeof address !== "string" || address === "") return { skipped: "automations.skipped.noEmail" };
    const [heading, body] = await Promise.all([fill(subject), fill(text)]);
    const { name } = card.fields;
    return {
      procedure: "mails.send",
      input: {
        cardId: card.id,
        to: [{ email: address, name: typeof name === "string" ? name.slice(0, 120) : null }],
        subject: heading.slice(0, 250),
        body: body.split("\n").map((line) => ({ type: "paragraph", content: line === "" ? [] : [{ text: line }] })),
      },
    };
  },
  problems: ({ fieldId }, { fields }) =>
    fields.some(({ id, type }) => id === fieldId && type === "email")
      ? []
      : [{ path: "fieldId", message: "automations.problem.emailField" }],
  texts: ({ subject, text }) => ({ subject, text }),
});
