import * as z from "zod";
import { trigger } from "./definition.ts";

/** The customer's WhatsApp message has arrived on the card. */
export const whatsappReceived = trigger({
  config: z.object({}),
  on: ["whatsapp.create"],
  starts: (_, { after }) => after?.["direction"] === "IN",
});
