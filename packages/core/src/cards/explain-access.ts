import * as z from "zod";
import { KartisError } from "../kernel/error.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { UserId } from "../kernel/id.ts";
import { type Permission, type PermissionAction, permissionActions, type PermissionLevel } from "../kernel/permission.ts";
import { inWords, type PresetNames } from "../kernel/preset-names.ts";
import { procedure } from "../kernel/procedure.ts";
import { findMembership, findRole } from "../organizations/index.ts";
import { holdingField, inScope } from "./replica/scope.ts";
import { assigningFieldIds } from "./assignments/rules.ts";
import { CardIdSchema, type Field } from "./schema.ts";
import { scopeFor, scopeOf } from "./scope.ts";
import { getCard, getCardType } from "./store.ts";

/**
 * The rule that decides: `administrator` owners and administrators may do everything; `noRole` they have no role; `notGranted` the role lacks the permission;
 * `organization`, `roleGroup`, `own` the level that allows it, `roleGroupAssigned` and `assigned` where a field of the card assigns it rather than ownership;
 * `otherRole`, `notOwn` the level that does not cover this card; `notSeen` they may not see it, so neither change nor delete it.
 */
export type AccessRule =
  | "administrator"
  | "noRole"
  | "notGranted"
  | "organization"
  | "roleGroup"
  | "roleGroupAssigned"
  | "own"
  | "assigned"
  | "otherRole"
  | "notOwn"
  | "notSeen";

export interface AccessAnswer {
  readonly action: PermissionAction;
  readonly isAllowed: boolean;
  readonly rule: AccessRule;
  readonly permission: Permission;
  readonly level: PermissionLevel | null;
  /** For rules about assignment: the field that assigns the card. */
  readonly fieldLabel?: string;
  /** Presets of the label. */
  readonly presets?: PresetNames;
}

export interface AccessExplanation {
  readonly userId: UserId;
  readonly roleName: string | null;
  readonly ownerId: string | null;
  /** The other people it is assigned to. */
  readonly assigneeIds: readonly string[];
  readonly answers: readonly AccessAnswer[];
}

const textOf = (value: unknown): string[] => (typeof value === "string" ? [value] : []);

const reaches = {
  ORGANIZATION: { owned: "organization", assigned: "organization" },
  ROLE_GROUP: { owned: "roleGroup", assigned: "roleGroupAssigned" },
  USER: { owned: "own", assigned: "assigned" },
} as const;
const misses = { ORGANIZATION: "notGranted", ROLE_GROUP: "otherRole", USER: "notOwn" } as const;

const labelled = ({ label, presets }: Field): Pick<AccessAnswer, "fieldLabel" | "presets"> => ({
  fieldLabel: label,
  ...(presets?.["label"] ? { presets: { fieldLabel: presets["label"] } } : {}),
});

/** "Why can this person (not) see this?": what they may do with a card and the rule behind it, computed by the functions that decide it everywhere else. */
export const explainAccess = procedure({
  name: "cards.explainAccess",
  kind: "query",
  input: z.object({ cardId: CardIdSchema, userId: idSchema("usr") }),
  can: ["ROLES", "read"],
  hasPresetNames: true,
  async run({ cardId, userId }, context): Promise<AccessExplanation> {
    const { orgId, grants } = context.principal;
    const level = grants["CARDS.read"];
    if (!level) throw new KartisError("NO_PERMISSION", { params: { action: "read", type: "CARDS" } });
    // The caller must see the card themselves.
    const card = await getCard(orgId, await scopeOf({ ...context, level }), cardId);
    const membership = await findMembership(userId, orgId);
    if (!membership) throw new KartisError("NOT_FOUND");
    const role = membership.roleId ? await findRole(orgId, membership.roleId) : undefined;
    const scopeAt = (by: PermissionLevel) => scopeFor({ orgId, userId, roleId: membership.roleId }, by);
    const reads = membership.grants["CARDS.read"];
    const isSeen = reads !== undefined && inScope(await scopeAt(reads), card);
    const type = await getCardType(orgId, card.typeId);
    const answer = async (action: PermissionAction): Promise<AccessAnswer> => {
      const permission: Permission = `CARDS.${action}`;
      const given = membership.grants[permission] ?? null;
      const explained = (isAllowed: boolean, rule: AccessRule) => ({ action, isAllowed, rule, permission, level: given });
      if (membership.systemRole !== "BASIC") return explained(true, "administrator");
      if (!given) return explained(false, role ? "notGranted" : "noRole");
      const scope = await scopeAt(given);
      if (!inScope(scope, card)) return explained(false, misses[given]);
      if (!isSeen && action !== "read" && action !== "create") return explained(false, "notSeen");
      const fieldId = scope.kind === "people" ? holdingField(scope, card) : undefined;
      const field = fieldId === "owner" ? undefined : type.fields.find(({ id }) => id === fieldId);
      return field ? { ...explained(true, reaches[given].assigned), ...labelled(field) } : explained(true, reaches[given].owned);
    };
    const owner = card.fields["owner"];
    return {
      userId,
      roleName: role ? inWords(role, await context.words()).name : null,
      ownerId: typeof owner === "string" ? owner : null,
      assigneeIds: [...new Set(assigningFieldIds(type).flatMap((fieldId) => textOf(card.fields[fieldId])))],
      answers: await Promise.all(permissionActions.map(answer)),
    };
  },
});
