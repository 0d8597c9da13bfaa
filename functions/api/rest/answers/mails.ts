import { blockTypes } from "@kartis/core/activities/comments/rules.ts";
import { directions } from "@kartis/core/activities/communications/schema.ts";
import { sharingLevels } from "@kartis/core/gmail/rules.ts";
import { deliveries } from "@kartis/core/activities/mails/rules.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";
import { attachments, madeBy, ofTimeline, textRun, undoneBy, version } from "./parts.ts";

const person = z.object({ email: z.string(), name: z.string().nullable() });
const words = z.array(z.object({ type: z.enum(blockTypes), content: z.array(textRun) }));
const mail = {
  id: idSchema("act"),
  version,
  cardId: CardIdSchema,
  direction: z.enum(directions).describe("From the customer, or to them"),
  from: person.describe("Of one to the customer: who sent it, by their own address"),
  to: z.array(person),
  cc: z.array(person),
  bcc: z.array(person),
  subject: z.string(),
  body: words,
  quoted: words.describe("What an answer repeats of the mails before it"),
  signature: z.string().nullable(),
  attachments,
  delivery: z.enum(deliveries).nullable().describe("What has become of it; null for one from the customer"),
  isCut: z.boolean().describe("Of a long one only the beginning is kept"),
  dropped: z.number().int().describe("How many attachments were too many or too large to keep"),
  isAutomatic: z.boolean().describe("Written by a program, such as an out-of-office notice"),
  isUnverified: z.boolean().describe("Nothing proves that it is from the address that it names as its sender"),
  isReplyIgnored: z.boolean().describe("A reply to an invitation that was not counted: its sender could not be verified"),
  answers: idSchema("act").nullable().describe("The mail that it answers"),
  threadId: idSchema("act").describe("The mail that began the exchange in which this one is; its own id, where none did"),
  gmail: z
    .object({ userId: idSchema("usr"), id: z.string().nullable().describe("Gmail's id of it, once it is known") })
    .nullable()
    .describe("Whose own Gmail it came from, or was sent with; null for any other"),
  sharing: z.enum(sharingLevels).describe("How much of it the owner of that Gmail shares; the rest is not stored"),
  ...ofTimeline,
  automationId: madeBy,
};
export const Mail = z.object(mail);
export const ChangedMail = z.object({ ...mail, ...undoneBy });
