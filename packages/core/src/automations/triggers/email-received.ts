import * as z from "zod";
import { trigger } from "./definition.ts";

/** The customer's mail has arrived on the card. Automatic answers, such as notices of absence, do not count. */
export const emailReceived = trigger({
  config: z.object({}),
  on: ["mail.create"],
  starts: (_, { after }) => after?.["direction"] === "IN" && after["isAutomatic"] !== true,
});
