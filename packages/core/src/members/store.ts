import { createHash, randomBytes } from "node:crypto";
import type { EntityItem } from "electrodb";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import { invitationEntity } from "./entity.ts";
import type { Invitation } from "./schema.ts";

export type StoredInvitation = EntityItem<ReturnType<typeof invitationEntity>>;

const daysOpen = 7;

export const endOf = (clock: Clock): string => new Date(clock.now() + daysOpen * 86_400_000).toISOString();
export const isOver = ({ endsAt }: Pick<StoredInvitation, "endsAt">, clock: Clock): boolean => Date.parse(endsAt) <= clock.now();

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url");
export const addressOf = (email: string): string => hashOf(email);

/** A new secret: the text of the link, and the hash to store. The organization and the address identify the item, the rest authorizes. */
export function newToken(orgId: OrgId, email: string): { token: string; tokenHash: string } {
  const secret = randomBytes(24).toString("base64url");
  return { token: `${orgId}.${addressOf(email)}.${secret}`, tokenHash: hashOf(secret) };
}

/** The invitation of the address, strongly consistent. */
export async function findInvitation(orgId: OrgId, email: string): Promise<StoredInvitation | undefined> {
  const { data } = await invitationEntity()
    .get({ orgId, kind: "invitation", address: addressOf(email) })
    .go({ consistent: true });
  return data ?? undefined;
}

/** The organization's invitations, strongly consistent. */
export async function invitationsOf(orgId: OrgId): Promise<StoredInvitation[]> {
  const { data } = await invitationEntity().query.main({ orgId, kind: "invitation" }).go({ consistent: true, pages: "all" });
  return data;
}

/** The error for a link that is unknown, used, revoked, too old, or of a deleted organization: the same for all. */
export const linkOver = () => new KartisError("NOT_FOUND", { messageKey: "errors.invitationOver" });

/** The invitation that the link opens. Throws NOT_FOUND. */
export async function invitationBy(token: string, clock: Clock): Promise<StoredInvitation & { orgId: OrgId }> {
  const [orgId, address = "", secret = ""] = token.split(".");
  if (!isId("org", orgId)) throw linkOver();
  const { data } = await invitationEntity().get({ orgId, kind: "invitation", address }).go({ consistent: true });
  // Compared as hashes of 192 random bits: timing reveals nothing.
  if (!data || data.tokenHash !== hashOf(secret) || isOver(data, clock)) throw linkOver();
  return { ...data, orgId };
}

export function shown(item: StoredInvitation, clock: Clock): Invitation {
  const { invitationId, email, systemRole, roleId, invitedBy, invitedAt, sentAt, endsAt } = item;
  return {
    id: invitationId,
    email,
    systemRole,
    roleId: isId("rol", roleId) ? roleId : null,
    invitedBy: isId("usr", invitedBy) ? invitedBy : null,
    invitedAt,
    sentAt,
    endsAt,
    isExpired: isOver(item, clock),
  };
}
