import type { Principal } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import type { PermissionLevel } from "../kernel/permission.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { findOrganization, membersOf } from "../organizations/index.ts";
import type { FieldContext } from "./rules.ts";

/** What of the organization's cards the call may see. */
export const scopeOf = ({ principal, level }: Pick<OrgContext, "principal" | "level">): Promise<Scope> =>
  scopeFor(principal, level);

/** What of the cards somebody may see, whatever the right is that they act by. */
export async function readScopeFor(principal: Principal): Promise<Scope> {
  const level = principal.grants["CARDS.read"];
  return level ? scopeFor(principal, level) : { kind: "people", userIds: [] };
}

/** What of them somebody may see at a level. ROLE_GROUP: what members of the same role own. */
export async function scopeFor(
  { orgId, userId, roleId }: Pick<Principal, "orgId" | "userId" | "roleId">,
  level: PermissionLevel,
): Promise<Scope> {
  if (level === "ORGANIZATION") return { kind: "organization" };
  if (!userId) return { kind: "people", userIds: [] };
  if (level === "USER") return { kind: "people", userIds: [userId] };
  const colleagues = (await membersOf(orgId)).filter((member) => member.roleId !== null && member.roleId === roleId);
  return { kind: "people", userIds: [...new Set([userId, ...colleagues.map((member) => member.userId)])] };
}

/** The organization's settings that field definitions work with: the actor carries them, unless it acts without a membership. */
export const fieldContext = async ({ settings, orgId }: Principal): Promise<FieldContext> => settings ?? fieldContextOf(orgId);

/** The same, read. */
export async function fieldContextOf(orgId: OrgId): Promise<FieldContext> {
  const organization = await findOrganization(orgId);
  if (!organization) throw new KartisError("UNAUTHORIZED_NO_ORG");
  return { currency: organization.currency, region: organization.region };
}
