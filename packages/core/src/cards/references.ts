import type { OrgId, UserId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { requireMembers } from "./assignments/members.ts";
import { requireTargets } from "./relations/targets.ts";
import type { CardType, FieldValues } from "./schema.ts";

/**
 * Refuses a patch that references what it may not: a card that the actor does not see or the field does not point at, or somebody who is not a member. The
 * actor is in the organization. Throws INVALID_INPUT by field.
 */
export async function requireReferences(
  { orgId, userId, readScope }: { readonly orgId: OrgId; readonly userId: UserId | null; readonly readScope: Scope },
  type: CardType,
  current: FieldValues,
  patch: FieldValues,
): Promise<void> {
  const ofOthers = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== userId));
  await Promise.all([requireTargets(orgId, readScope, type, current, patch), requireMembers(orgId, type, current, ofOthers)]);
}
