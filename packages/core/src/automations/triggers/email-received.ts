import * as z from "zod";
import { trigger } from "./definition.ts";
import { textOf, when } from "./event.ts";

/** An email from the customer arrives on the card. Automatic replies do not count, nor does what may be by somebody else than its sender. */
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
