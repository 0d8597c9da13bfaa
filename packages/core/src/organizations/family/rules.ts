import type { RoleId } from "../../kernel/id.ts";

/** How many organizations one may be the parent of. */
export const maxChildren = 100;
/** How long a code to attach by is good for. */
export const codeDays = 7;

/** Whom of the parent a grant is for: its owner, its administrators (the owner among them), or who has one of its roles. */
export type Holder = "OWNER" | "ADMIN" | RoleId;

/** As which role of the child they act there. */
export interface FamilyGrant {
  readonly roleId: RoleId;
  /** Set by the child; only the child takes it back. */
  readonly isRevoked: boolean;
}

export type FamilyGrants = Readonly<Partial<Record<Holder, FamilyGrant>>>;

/**
 * The role of the child that a member of the parent acts with: by the first grant that is not revoked, of the system role before the organization's. What they may do in
 * the parent has no part in it.
 */
export function grantedRole(
  grants: FamilyGrants,
  { systemRole, roleId }: { readonly systemRole: "OWNER" | "ADMIN" | "BASIC"; readonly roleId: RoleId | null },
): RoleId | undefined {
  const system = { OWNER: ["OWNER", "ADMIN"], ADMIN: ["ADMIN"], BASIC: [] } as const;
  const holders: Holder[] = [...system[systemRole], ...(roleId ? [roleId] : [])];
  return holders.map((holder) => grants[holder]).find((grant) => grant && !grant.isRevoked)?.roleId;
}
