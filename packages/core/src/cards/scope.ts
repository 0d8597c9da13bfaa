import type { Principal } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { type PermissionLevel, type PermissionType, permissionLevels } from "../kernel/permission.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { findOrganization, roleGroupOf } from "../organizations/index.ts";
import { assigningFieldsOf } from "./assignments/fields.ts";
import { figurePermissions, readsFigures } from "./figures/schema.ts";
import type { CardScope } from "./replica/lists/figures.ts";
import type { FieldContext } from "./rules.ts";

/**
 * The cards (or what `of` says) covered by the call's permission, whichever it is. Nobody changes or deletes what they may not see: a permission that reaches
 * further than the permission to read ends where that one does.
 */
export async function scopeOf(
  { principal, level }: Pick<OrgContext, "principal" | "level">,
  of: PermissionType = "CARDS",
): Promise<Scope> {
  const read = principal.grants[`${of}.read`];
  if (!read) return nothing;
  const scope = await scopeFor(principal, narrower(level, read));
  return scope.kind === "organization" || narrower(level, read) === read
    ? scope
    : { ...scope, seen: await scopeFor(principal, read) };
}

/** The scope, with what the caller may read of the cards' activities where the query reads any of their figures; other queries pay nothing. */
export async function withFigures(
  { principal, clock }: Pick<OrgContext, "principal" | "clock">,
  scope: Scope,
  query: Parameters<typeof readsFigures>[0],
): Promise<CardScope> {
  if (!readsFigures(query)) return scope;
  const sight = figurePermissions.map(
    async (permission) => [permission, await scopeOf({ principal, level: "ORGANIZATION" }, permission)] as const,
  );
  return { ...scope, figures: { sight: new Map(await Promise.all(sight)), now: new Date(clock.now()).toISOString() } };
}

const nothing: Scope = { kind: "people", userIds: [] };

const widest: readonly PermissionLevel[] = permissionLevels;
const narrower = (a: PermissionLevel, b: PermissionLevel): PermissionLevel => (widest.indexOf(a) > widest.indexOf(b) ? a : b);

/** Scope of a level, for anything that belongs to people: USER covers what they own or are assigned, ROLE_GROUP the same for everyone with their role. */
export async function scopeFor(
  { orgId, userId, roleId }: Pick<Principal, "orgId" | "userId" | "roleId">,
  level: PermissionLevel,
): Promise<Scope> {
  if (level === "ORGANIZATION") return { kind: "organization" };
  if (!userId) return { kind: "people", userIds: [] };
  const [group, assigning] = await Promise.all([level === "USER" ? [] : roleGroupOf(orgId, roleId), assigningFieldsOf(orgId)]);
  return { kind: "people", userIds: [...new Set([userId, ...group])], assigning };
}

/** The organization's settings that field definitions need: the actor carries them, unless it acts without a membership. */
export const fieldContext = async ({ settings, orgId }: Principal): Promise<FieldContext> => settings ?? fieldContextOf(orgId);

/** The same, read from the table. */
export async function fieldContextOf(orgId: OrgId): Promise<FieldContext> {
  const organization = await findOrganization(orgId);
  if (!organization) throw new KartisError("UNAUTHORIZED_NO_ORG");
  return { currency: organization.currency, region: organization.region };
}
