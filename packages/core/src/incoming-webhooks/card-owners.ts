import { createHash } from "node:crypto";
import { KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { findMember } from "../organizations/index.ts";

/** Those who are members and not suspended. By key: the list of members may lag behind who has just joined or been suspended. */
async function active(orgId: OrgId, userIds: readonly UserId[]): Promise<UserId[]> {
  const members = await Promise.all(userIds.map((userId) => findMember(orgId, userId)));
  return members.flatMap((member) => (member?.suspendedAt === null ? [member.userId] : []));
}

/** Throws INVALID_INPUT unless all of them are members who are not suspended. */
export async function requireOwners(orgId: OrgId, ownerIds: readonly UserId[] = []): Promise<void> {
  if ((await active(orgId, ownerIds)).length === ownerIds.length) return;
  throw new KartisError("INVALID_INPUT", { fields: { ownerIds: "incomingWebhooks.owners.gone" } });
}

/** The owner of the card that a call creates. Those who have left or are suspended are passed over; without anybody, it is `otherwise`. */
export async function ownerFor(orgId: OrgId, callId: string, ownerIds: readonly UserId[], otherwise: UserId): Promise<UserId> {
  return turnOf(callId, await active(orgId, ownerIds)) ?? otherwise;
}

/** One of several, each about as often. Derived from the call, so that another attempt at it chooses the same; undefined without any. */
export function turnOf<One>(callId: string, several: readonly One[]): One | undefined {
  const hash = createHash("sha256").update(callId).digest().readUInt32BE();
  return several[hash % Math.max(1, several.length)];
}
