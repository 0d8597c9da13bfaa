import * as z from "zod";
import { EmailSchema, languages, PasswordSchema } from "../identity/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { RoleId, UserId } from "../kernel/id.ts";

/** The most invited at once: their items and mails, with the counters and the records, are one transaction. */
export const maxInvited = 45;

export const InviteInput = z.object({
  emails: z.array(EmailSchema).min(1, "validation.required").max(maxInvited),
  systemRole: z.enum(["ADMIN", "BASIC"]),
  roleId: idSchema("rol").nullable(),
  /** Language of the mail. */
  language: z.enum(languages),
});
export const InvitationRef = z.object({ email: EmailSchema });
export const TokenInput = z.object({ token: z.string().min(1).max(200) });
export const AcceptAsNewInput = TokenInput.extend({
  name: z.string().trim().min(1).max(120),
  password: PasswordSchema,
  language: z.enum(languages),
});
export const MemberRef = z.object({ userId: idSchema("usr") });
/** Maximum number of members suspended together: their memberships and the record are one transaction. */
const maxSuspended = 90;
export const SuspendInput = z.object({
  userIds: z.array(idSchema("usr")).min(1, "validation.required").max(maxSuspended),
});
export const TwoStepInput = z.object({ required: z.boolean() });
export const RemoveInput = MemberRef.extend({
  /** The person who takes over the member's cards; null if there are none. */
  heirId: idSchema("usr").nullable(),
});

/** An invitation as shown to those who manage members. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly systemRole: "ADMIN" | "BASIC";
  readonly roleId: RoleId | null;
  readonly invitedBy: UserId | null;
  readonly invitedAt: string;
  /** When the last email was sent. */
  readonly sentAt: string;
  readonly endsAt: string;
  readonly isExpired: boolean;
}

/** An invitation as shown to the invited person, by its link. */
export interface OpenInvitation {
  readonly organizationName: string;
  readonly inviterName: string | null;
  readonly email: string;
}

/** The outcome for one address. */
export interface Invited {
  readonly email: string;
  readonly outcome: "invited" | "member" | "invitedBefore";
}
