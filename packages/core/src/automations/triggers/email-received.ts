import * as z from "zod";
import { trigger } from "./definition.ts";

/** An email from the customer arrives on the card. Automatic replies do not count. */
export const emailReceived = trigger({
  config: z.object({}),
  on: ["mail.create"],
  starts: (_, { after }) => after?.["direction"] === "IN" && after["isAutomatic"] !== true,
});
