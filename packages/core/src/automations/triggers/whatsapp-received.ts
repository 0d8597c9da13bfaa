import * as z from "zod";
import { trigger } from "./definition.ts";
import { textOf, when } from "./event.ts";

/** A WhatsApp message from the customer arrives on the card. */
export const whatsappReceived = trigger({
  config: z.object({}),
  on: ["whatsapp.create"],
  activity: "WHATSAPP",
  starts: (_, { after }) => after?.["direction"] === "IN",
  variables: () => ({ ...when, "message.text": ({ activity }) => textOf(activity?.["text"]) }),
});
