import { differenceBetween } from "../../data/difference.ts";
import type { Translate } from "@kartis/i18n/translate.ts";
import { put, remove, update, type Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { isId, newId, type OrgId, type RoleId } from "../../kernel/id.ts";
import { PresetNamesSchema } from "../../kernel/preset-names.ts";
import { organizationEntity, roleEntity } from "../entity.ts";
import { presets } from "./presets.ts";
import { GrantsSchema, type ListedRole, presetRoles, type Role } from "./schema.ts";

interface Item {
  readonly roleId: string;
  readonly version: number;
  readonly name: string;
  readonly description: string;
  readonly grants: unknown;
  readonly preset?: Exclude<Role["preset"], null> | undefined;
  readonly presets?: unknown;
  readonly memberCount: number;
}

function roleOf({ roleId, version, name, description, grants, preset, presets, memberCount }: Item): ListedRole {
  if (!isId("rol", roleId)) throw new Error(`Not a role: ${roleId}`);
  return {
    id: roleId,
    version,
    name,
    description,
    grants: GrantsSchema.parse(grants),
    preset: preset ?? null,
    ...(presets ? { presets: PresetNamesSchema.parse(presets) } : {}),
    memberCount,
  };
}

/** The role, strongly consistent. */
export async function findRole(orgId: OrgId, roleId: RoleId): Promise<ListedRole | undefined> {
  const { data } = await roleEntity().get({ orgId, kind: "role", roleId }).go({ consistent: true });
  return data ? roleOf(data) : undefined;
}

/** The organization's roles in the order of creation, strongly consistent. */
export async function rolesOf(orgId: OrgId): Promise<ListedRole[]> {
  const { data } = await roleEntity().query.main({ orgId, kind: "role" }).go({ consistent: true, pages: "all" });
  return data.map(roleOf);
}

/** Roles by organization, id and `rolesVersion`: the roles of a version never change. */
const known = new Map<string, Role>();
const knownLimit = 1_000;

/**
 * The role as of the organization's `rolesVersion`, which is read with every request and incremented in the transaction of each change to a role: so a change
 * counts from the next request on, and yet no request reads the role again.
 */
export async function roleAsOf(orgId: OrgId, roleId: RoleId, rolesVersion: number): Promise<Role | undefined> {
  const key = `${orgId} ${roleId} ${rolesVersion}`;
  const found = known.get(key) ?? (await findRole(orgId, roleId));
  if (!found) return undefined;
  if (known.size >= knownLimit) known.clear();
  known.set(key, found);
  return found;
}

/** Part of every change to a role: invalidates the processes' caches of the organization's roles. */
const rolesMoved = (orgId: OrgId): Write =>
  update(organizationEntity().patch({ orgId, kind: "organization" }).add({ rolesVersion: 1 }).params(), "stale");

const subjectOf = (role: Role): Change["subject"] => ({ kind: "role", id: role.id });
const recordedValues = ({ name, description, grants, presets = {} }: Role) => ({ name, description, grants, presets });

const itemParams = (orgId: OrgId, { id, version, name, description, grants, preset, presets }: Role) =>
  roleEntity()
    .create({
      orgId,
      kind: "role",
      roleId: id,
      version,
      name,
      description,
      grants,
      memberCount: 0,
      ...(preset ? { preset } : {}),
      ...(presets ? { presets } : {}),
    })
    .params();

export function roleCreation(orgId: OrgId, role: Role): { writes: Write[]; change: Change } {
  return {
    writes: [put(itemParams(orgId, role), "stale"), rolesMoved(orgId)],
    change: { action: "role.create", subject: subjectOf(role), version: role.version, before: null, after: recordedValues(role) },
  };
}

/** Replaces `current`, whose version `next` was based on. */
export function roleUpdate(orgId: OrgId, current: Role, next: Role): { writes: Write[]; change: Change } {
  const values = recordedValues(next);
  const { before, after } = differenceBetween(recordedValues(current), values);
  return {
    writes: [
      update(
        roleEntity()
          .patch({ orgId, kind: "role", roleId: next.id })
          .set({ ...values, version: next.version })
          .where((attribute, { eq }) => eq(attribute.version, current.version))
          .params(),
        "stale",
      ),
      rolesMoved(orgId),
    ],
    change: { action: "role.update", subject: subjectOf(next), version: next.version, before, after },
  };
}

export function roleRemoval(orgId: OrgId, role: Role): { writes: Write[]; change: Change } {
  return {
    writes: [
      remove(
        roleEntity()
          .remove({ orgId, kind: "role", roleId: role.id })
          .where((attribute, { eq }) => `${eq(attribute.version, role.version)} AND ${eq(attribute.memberCount, 0)}`)
          .params(),
        "stale",
      ),
      rolesMoved(orgId),
    ],
    change: {
      action: "role.delete",
      subject: subjectOf(role),
      version: role.version + 1,
      before: recordedValues(role),
      after: null,
    },
  };
}

/** The roles a new organization starts with, named in its language. Their writes leave the counter alone: the organization is created beside them. */
export function presetRolesFor(orgId: OrgId, t: Translate, at: number): { writes: Write[]; changes: Change[]; roles: Role[] } {
  const roles = presetRoles.map((preset, order): Role => {
    const { name, description, grants } = presets[preset];
    // A millisecond apart, because roles are listed by their ids.
    return {
      id: newId("rol", at + order),
      version: 1,
      name: t(name),
      description: t(description),
      grants,
      preset,
      presets: { name, description },
    };
  });
  const creations = roles.map((role) => roleCreation(orgId, role));
  return { writes: creations.flatMap(({ writes }) => writes.slice(0, 1)), changes: creations.map(({ change }) => change), roles };
}

/** Adds to the count of members and invitations with the role, or subtracts from it; throws NOT_FOUND when the role is gone. */
export const roleCounted = (orgId: OrgId, roleId: RoleId, by: number): Write =>
  update(
    roleEntity().patch({ orgId, kind: "role", roleId }).add({ memberCount: by }).params(),
    () => new KartisError("NOT_FOUND", { fields: { roleId: "validation.enum" } }),
  );

/** SPEC section 5: a role in use cannot be deleted. */
export const roleInUse = () => new KartisError("PRECONDITION_FAILED", { messageKey: "errors.roleInUse" });
