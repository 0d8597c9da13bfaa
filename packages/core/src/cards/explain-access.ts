import * as z from "zod";
import { KartisError } from "../kernel/error.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { UserId } from "../kernel/id.ts";
import { type Permission, type PermissionAction, permissionActions, type PermissionLevel } from "../kernel/permission.ts";
import { procedure } from "../kernel/procedure.ts";
import { findMembership, findRole } from "../organizations/index.ts";
import { inScope } from "./replica/scope.ts";
import { CardIdSchema } from "./schema.ts";
import { scopeFor, scopeOf } from "./scope.ts";
import { getCard } from "./store.ts";

/**
 * The rule that decides: `administrator` owners and administrators may everything; `noRole` nobody gave them one; `notGranted` the role does not have the
 * permission; `organization`, `roleGroup`, `own` the level that lets them; `otherRole`, `notOwn` the level that does not reach this card; `notSeen` that
 * they may not see it, so neither change nor delete it.
 */
export type AccessRule =
  | "administrator"
  | "noRole"
  | "notGranted"
  | "organization"
  | "roleGroup"
  | "own"
  | "otherRole"
  | "notOwn"
  | "notSeen";

export interface AccessAnswer {
  readonly action: PermissionAction;
  readonly isAllowed: boolean;
  readonly rule: AccessRule;
  readonly permission: Permission;
  readonly level: PermissionLevel | null;
}

export interface AccessExplanation {
  readonly userId: UserId;
  readonly roleName: string | null;
  readonly ownerId: string | null;
  readonly answers: readonly AccessAnswer[];
}

const reaches = { ORGANIZATION: "organization", ROLE_GROUP: "roleGroup", USER: "own" } as const;
const misses = { ORGANIZATION: "notGranted", ROLE_GROUP: "otherRole", USER: "notOwn" } as const;

/** "Why can this person (not) see this?": what they may do with a card and the rule that says so, by the functions that decide it everywhere else. */
export const explainAccess = procedure({
  name: "cards.explainAccess",
  kind: "query",
  input: z.object({ cardId: CardIdSchema, userId: idSchema("usr") }),
  can: ["ROLES", "read"],
  async run({ cardId, userId }, context): Promise<AccessExplanation> {
    const { orgId, grants } = context.principal;
    const level = grants["CARDS.read"];
    if (!level) throw new KartisError("NO_PERMISSION", { params: { action: "read", type: "CARDS" } });
    // Whoever asks must see the card themselves.
    const card = await getCard(orgId, await scopeOf({ ...context, level }), cardId);
    const membership = await findMembership(userId, orgId);
    if (!membership) throw new KartisError("NOT_FOUND");
    const role = membership.roleId ? await findRole(orgId, membership.roleId) : undefined;
    const reached = async (by: PermissionLevel): Promise<boolean> =>
      inScope(await scopeFor({ orgId, userId, roleId: membership.roleId }, by), card);
    const reads = membership.grants["CARDS.read"];
    const isSeen = reads !== undefined && (await reached(reads));
    const answer = async (action: PermissionAction): Promise<AccessAnswer> => {
      const permission: Permission = `CARDS.${action}`;
      const given = membership.grants[permission] ?? null;
      const told = (isAllowed: boolean, rule: AccessRule) => ({ action, isAllowed, rule, permission, level: given });
      if (membership.systemRole !== "BASIC") return told(true, "administrator");
      if (!given) return told(false, role ? "notGranted" : "noRole");
      if (!(await reached(given))) return told(false, misses[given]);
      return isSeen || action === "read" || action === "create" ? told(true, reaches[given]) : told(false, "notSeen");
    };
    const owner = card.fields["owner"];
    return {
      userId,
      roleName: role?.name ?? null,
      ownerId: typeof owner === "string" ? owner : null,
      answers: await Promise.all(permissionActions.map(answer)),
    };
  },
});
