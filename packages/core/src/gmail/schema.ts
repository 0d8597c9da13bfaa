import * as z from "zod";
import { emailForm } from "../cards/fields/email-form.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { CardTypeId } from "../kernel/id.ts";
import { domainForm, type MailboxDelay, type MailboxProblem, mostBlocked, type Sharing, sharingLevels } from "./rules.ts";

/** An address, or the domain after its @. */
const BlockedSchema = z.string().transform((text, context) => {
  const entry = text.trim().toLowerCase().replace(/^@/, "");
  if (entry.length <= 254 && (emailForm.test(entry) || domainForm.test(entry))) return entry;
  context.addIssue({ code: "custom", message: "validation.gmailBlocked" });
  return z.NEVER;
});

export const UpdateGmailInput = z.object({
  sharing: z.enum(sharingLevels).optional(),
  blocked: z
    .array(BlockedSchema)
    .max(mostBlocked)
    .transform((entries) => [...new Set(entries)])
    .optional(),
  /** Cards of this type are created for unknown senders; null: their mails stay in Gmail alone. */
  strangersTypeId: idSchema("typ").nullable().optional(),
  expectedVersion: z.number().int().positive(),
});

export const DisconnectGmailInput = z.object({
  /** What becomes of the mails on cards that came from the mailbox: they stay, or go to the trash. */
  mails: z.enum(["keep", "delete"]),
});

/** A member's Gmail, without its tokens. */
export interface Mailbox {
  readonly version: number;
  readonly email: string;
  readonly sharing: Sharing;
  readonly blocked: readonly string[];
  readonly strangersTypeId: CardTypeId | null;
  readonly problem: MailboxProblem | null;
  readonly problemAt: string | null;
  readonly connectedAt: string;
  /** When mails were last fetched; null before the first time. */
  readonly syncedAt: string | null;
  /** Why the last attempt has failed, which is repeated by itself: Google was busy, or did not answer. */
  readonly delay: MailboxDelay | null;
}

export interface GmailSettings {
  /** Whether Gmail can be connected in this deployment. */
  readonly isOffered: boolean;
  readonly mailbox: Mailbox | null;
}
