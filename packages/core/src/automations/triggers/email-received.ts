import * as z from "zod";
import { trigger } from "./definition.ts";
import { textOf, when } from "./event.ts";

/**
 * An email from the customer arrives on the card. Automatic replies do not count, and neither does one whose sender could not be verified: what the automation
 * does, such as answering, would be done because of what a stranger wrote in the customer's name. People see such an email, with a warning, and decide.
 */
export const emailReceived = trigger({
  config: z.object({}),
  on: ["mail.create"],
  activity: "MAIL",
  starts: (_, { after }) => after?.["direction"] === "IN" && after["isAutomatic"] !== true && after["isUnverified"] !== true,
  variables: () => ({
    ...when,
    "mail.subject": ({ activity }) => textOf(activity?.["subject"]),
    "mail.sender": ({ activity }) => textOf(Object(activity?.["from"]).name) ?? textOf(Object(activity?.["from"]).email),
    "mail.address": ({ activity }) => textOf(Object(activity?.["from"]).email),
    "mail.text": ({ activity }) => textOf(activity?.["text"]),
  }),
});
