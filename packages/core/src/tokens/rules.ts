import { type Grants, isPermission, type PermissionLevel } from "../kernel/permission.ts";
import type { PlanState } from "../kernel/plan.ts";

export const maxTokenDays = 365;
/** Maximum number of tokens of an organization. They are listed in one read. */
export const maxTokens = 100;

/** Requests a minute: of one token or session, and of a whole organization. The values are ours, the spec has none. */
export const requestLimits: Readonly<Record<PlanState["type"], { readonly caller: number; readonly organization: number }>> = {
  FREE: { caller: 60, organization: 120 },
  TRIAL: { caller: 300, organization: 1_200 },
  STARTER: { caller: 300, organization: 1_200 },
  PRO: { caller: 600, organization: 3_000 },
  ENTERPRISE: { caller: 1_200, organization: 12_000 },
};

const reach: Readonly<Record<PermissionLevel, number>> = { USER: 1, ROLE_GROUP: 2, ORGANIZATION: 3 };

/** The intersection: each permission at the narrower of the two levels. */
export function intersection(a: Grants, b: Grants): Grants {
  return Object.fromEntries(
    Object.entries(a).flatMap(([permission, level]) => {
      const other = isPermission(permission) ? b[permission] : undefined;
      return other ? [[permission, reach[level] <= reach[other] ? level : other]] : [];
    }),
  );
}

/** Whether `whole` grants everything that `part` does, at least at the same level. */
export function isWithin(part: Grants, whole: Grants): boolean {
  const shared = intersection(part, whole);
  return Object.entries(part).every(([permission, level]) => isPermission(permission) && shared[permission] === level);
}
