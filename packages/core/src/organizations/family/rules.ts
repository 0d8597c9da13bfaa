import type { RoleId } from "../../kernel/id.ts";

/** Maximum number of children of a parent. */
export const maxChildren = 100;
/** Days for which an attach code is valid. */
export const codeDays = 7;

/** The people of the parent a grant is for: its owner, its administrators (the owner among them), or those with one of its roles. */
export type Holder = "OWNER" | "ADMIN" | RoleId;

/** The child's role they act with. */
export interface FamilyGrant {
  readonly roleId: RoleId;
  /** Set by the child; only the child can undo it. */
  readonly isRevoked: boolean;
}

export type FamilyGrants = Readonly<Partial<Record<Holder, FamilyGrant>>>;

/**
 * The role of the child that a member of the parent acts with: by the first grant that is not revoked, the system role's before the organization's. Their
 * permissions in the parent are irrelevant.
 */
export function grantedRole(
  grants: FamilyGrants,
  { systemRole, roleId }: { readonly systemRole: "OWNER" | "ADMIN" | "BASIC"; readonly roleId: RoleId | null },
): RoleId | undefined {
  const system = { OWNER: ["OWNER", "ADMIN"], ADMIN: ["ADMIN"], BASIC: [] } as const;
  const holders: Holder[] = [...system[systemRole], ...(roleId ? [roleId] : [])];
  return holders.map((holder) => grants[holder]).find((grant) => grant && !grant.isRevoked)?.roleId;
}
