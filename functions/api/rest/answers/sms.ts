import { messageKinds } from "@kartis/core/activities/meetings/message-kinds.ts";
import { smsDeliveries } from "@kartis/core/activities/sms/rules.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { smsFailures } from "@kartis/core/sms/rules.ts";
import { optOutSources } from "@kartis/core/sms/schema.ts";
import * as z from "zod";
import { instant, madeBy, ofTimeline, undoneBy, version } from "./parts.ts";

const sms = {
  id: idSchema("act"),
  version,
  cardId: CardIdSchema,
  direction: z.enum(["IN", "OUT"]).describe("`IN`: an answer from the customer"),
  phone: z.string().describe("The customer's number, E.164"),
  from: z.string().describe("Our sender, as the recipient sees it; of an answer, the number that it was sent to"),
  text: z.string(),
  parts: z.number().int().describe("Parts it was sent in, each of which is paid"),
  delivery: z.enum(smsDeliveries).describe("What has become of it"),
  reason: z.enum(smsFailures).nullable().describe("Why it has failed"),
  meetingNews: z.enum(messageKinds).nullable().describe("What it tells a guest of a meeting; null for what people write"),
  ...ofTimeline,
  automationId: madeBy,
};
export const Sms = z.object(sms);
export const ChangedSms = z.object({ ...sms, ...undoneBy });
const optOut = {
  optOut: z
    .object({
      since: instant,
      source: z
        .enum(optOutSources)
        .describe("Who said so: the operator for the recipient, somebody of the organization, or the recipient in an answer"),
      by: idSchema("usr").nullable().describe("Who noted it"),
    })
    .nullable()
    .describe("Null for a number that takes SMS"),
};
export const OptedOut = z.object(optOut);
export const SmsOptions = z.object({
  numbers: z.array(z.object({ phone: z.string(), label: z.string(), ...optOut })),
  senders: z.array(z.object({ id: idSchema("snd"), name: z.string() })).describe("The default first"),
  left: z.number().int().describe("Parts that can still be sent"),
  obstacle: z.enum(["notOffered", "noPlan", "disabled", "noSender", "noBalance"]).nullable(),
});
