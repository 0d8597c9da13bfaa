import { createHash } from "node:crypto";
import type { inScope, scopeFor } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardTypeId, UserId } from "../kernel/id.ts";
import { type CallContext, requireRight } from "../kernel/procedure.ts";
import { findMember } from "../organizations/index.ts";

/** Injected, so that whoever only receives calls does not bundle the cards domain. */
interface Scopes {
  readonly inScope: typeof inScope;
  readonly scopeFor: typeof scopeFor;
}

/**
 * Those for whom the caller may create cards of the type, without former and suspended members. By key: the list of members may lag behind who has just joined or
 * been suspended.
 */
async function possible(context: CallContext, typeId: CardTypeId, userIds: readonly UserId[], scopes: Scopes): Promise<UserId[]> {
  if (userIds.length === 0) return [];
  const { principal, level } = requireRight(["CARDS", "create"], context);
  const [scope, ...members] = await Promise.all([
    scopes.scopeFor(principal, level),
    ...userIds.map((userId) => findMember(principal.orgId, userId)),
  ]);
  return members.flatMap((member) =>
    member?.suspendedAt === null && scopes.inScope(scope, { typeId, fields: { owner: member.userId } }) ? [member.userId] : [],
  );
}

/** Throws INVALID_INPUT unless the caller may create cards for all of them. */
export async function requireOwners(
  context: CallContext,
  typeId: CardTypeId,
  ownerIds: readonly UserId[] | undefined,
  scopes: Scopes,
): Promise<void> {
  if (!ownerIds || (await possible(context, typeId, ownerIds, scopes)).length === ownerIds.length) return;
  throw new KartisError("INVALID_INPUT", { fields: { ownerIds: "incomingWebhooks.owners.not" } });
}

/** The owner of the card that a call creates. Whoever it cannot be any more is passed over; without anybody, it is `otherwise`. */
export async function ownerFor(
  context: CallContext,
  { typeId, callId, ownerIds, otherwise }: CardToOwn,
  scopes: Scopes,
): Promise<UserId> {
  return turnOf(callId, await possible(context, typeId, ownerIds, scopes)) ?? otherwise;
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
