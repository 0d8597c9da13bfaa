import { CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { mailboxDelays, mailboxProblems, sharingLevels } from "@kartis/core/gmail/rules.ts";
import * as z from "zod";
import { instant, version } from "./parts.ts";

export const Mailbox = z.object({
  version,
  email: z.string(),
  sharing: z.enum(sharingLevels).describe("What of its mails colleagues can read"),
  blocked: z.array(z.string()).describe("Addresses and domains whose mails stay in Gmail"),
  strangersTypeId: CardTypeIdSchema.nullable().describe(
    "The type of the cards that unknown senders get; null: their mails stay in Gmail",
  ),
  problem: z.enum(mailboxProblems).nullable().describe("Why Google refuses it until its owner connects it again in Kartis"),
  problemAt: instant.nullable(),
  connectedAt: instant,
  syncedAt: instant.nullable().describe("When mails were last fetched"),
  delay: z.enum(mailboxDelays).nullable().describe("Why the last attempt has failed, which is repeated by itself"),
});
export const GmailSettings = z.object({
  isOffered: z.boolean().describe("Whether Gmail can be connected at all"),
  mailbox: Mailbox.nullable().describe("Null while none is connected; it is connected in Kartis, by its owner"),
});
