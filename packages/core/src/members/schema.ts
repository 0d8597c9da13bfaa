import * as z from "zod";
import { EmailSchema, languages, PasswordSchema } from "../identity/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { RoleId, UserId } from "../kernel/id.ts";

/** As many as are invited at once: their items, with the counters and the record, are one transaction. */
export const maxInvited = 50;

export const InviteInput = z.object({
  emails: z.array(EmailSchema).min(1, "validation.required").max(maxInvited),
  systemRole: z.enum(["ADMIN", "BASIC"]),
  roleId: idSchema("rol").nullable(),
  /** Of the mail. */
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
export const RemoveInput = MemberRef.extend({
  /** Who takes over the cards the member owns; null where they own none. */
  heirId: idSchema("usr").nullable(),
});

/** An invitation as those who manage members see it. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly systemRole: "ADMIN" | "BASIC";
  readonly roleId: RoleId | null;
  readonly invitedBy: UserId | null;
  readonly invitedAt: string;
  /** When the last mail went out. */
  readonly sentAt: string;
  readonly endsAt: string;
  readonly isExpired: boolean;
}

/** An invitation as who was invited sees it, by its link. */
export interface OpenInvitation {
  readonly organizationName: string;
  readonly inviterName: string | null;
  readonly email: string;
}

/** What became of one address. */
export interface Invited {
  readonly email: string;
  readonly outcome: "invited" | "member" | "invitedBefore" | "notMailed";
}
