import { createHash } from "node:crypto";
import { inScope, scopeFor } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardTypeId, UserId } from "../kernel/id.ts";
import { type CallContext, requireRight } from "../kernel/procedure.ts";
import { findMember } from "../organizations/index.ts";

/**
 * Those for whom the caller may create cards of the type, without former and suspended members. By key: the list of members may lag behind who has just joined or
 * been suspended.
 */
async function possible(context: CallContext, typeId: CardTypeId, userIds: readonly UserId[]): Promise<UserId[]> {
  if (userIds.length === 0) return [];
  const { principal, level } = requireRight(["CARDS", "create"], context);
  const [scope, ...members] = await Promise.all([
    scopeFor(principal, level),
    ...userIds.map((userId) => findMember(principal.orgId, userId)),
  ]);
  return members.flatMap((member) =>
    member?.suspendedAt === null && inScope(scope, { typeId, fields: { owner: member.userId } }) ? [member.userId] : [],
  );
}

/** Throws INVALID_INPUT unless the caller may create cards for all of them. */
export async function requireOwners(context: CallContext, typeId: CardTypeId, ownerIds: readonly UserId[] = []): Promise<void> {
  if ((await possible(context, typeId, ownerIds)).length === ownerIds.length) return;
  throw new KartisError("INVALID_INPUT", { fields: { ownerIds: "incomingWebhooks.owners.not" } });
}

/** The owner of the card that a call creates. Whoever it cannot be any more is passed over; without anybody, it is `otherwise`. */
export async function ownerFor(context: CallContext, { typeId, callId, ownerIds, otherwise }: CardToOwn): Promise<UserId> {
  return turnOf(callId, await possible(context, typeId, ownerIds)) ?? otherwise;
}

interface CardToOwn {
  readonly typeId: CardTypeId;
  readonly callId: string;
  readonly ownerIds: readonly UserId[];
  readonly otherwise: UserId;
}

/** One of several, each about as often. Derived from the call, so that another attempt at it chooses the same; undefined without any. */
export function turnOf<One>(callId: string, several: readonly One[]): One | undefined {
  const hash = createHash("sha256").update(callId).digest().readUInt32BE();
  return several[hash % Math.max(1, several.length)];
}
