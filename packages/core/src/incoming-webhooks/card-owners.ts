import { createHash } from "node:crypto";
import { KartisError } from "../kernel/error.ts";
import type { OrgId, UserId } from "../kernel/id.ts";
import { type Member, membersOf } from "../organizations/index.ts";

const isActive = ({ suspendedAt }: Member): boolean => suspendedAt === null;

/** Throws INVALID_INPUT unless all of them are members who are not suspended. */
export async function requireOwners(orgId: OrgId, ownerIds: readonly UserId[] | undefined): Promise<void> {
  if (ownerIds === undefined || ownerIds.length === 0) return;
  const active = new Set((await membersOf(orgId)).filter(isActive).map(({ userId }) => userId));
  if (ownerIds.every((id) => active.has(id))) return;
  throw new KartisError("INVALID_INPUT", { fields: { ownerIds: "incomingWebhooks.owners.gone" } });
}

/**
 * The owner of the card that a call creates: of several, each gets as many in the long run. Derived from the call, so that another attempt at it chooses the same.
 * Those who have left or are suspended are passed over; without anybody, it is `otherwise`.
 */
export function ownerFor(callId: string, ownerIds: readonly UserId[], members: readonly Member[], otherwise: UserId): UserId {
  const active = new Set(members.filter(isActive).map(({ userId }) => userId));
  const present = ownerIds.filter((id) => active.has(id));
  const hash = createHash("sha256").update(callId).digest().readUInt32BE();
  return present[hash % Math.max(1, present.length)] ?? otherwise;
}
