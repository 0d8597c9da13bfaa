import * as z from "zod";
import { commit, commitContextOf } from "../../data/commit.ts";
import { KartisError } from "../../kernel/error.ts";
import { newId, type OrgId, type RoleId } from "../../kernel/id.ts";
import { inWords, keepingPresets, shownNames } from "../../kernel/preset-names.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { namesInAll } from "@kartis/i18n/names.ts";
import { CreateRoleInput, type ListedRole, type Role, RoleIdSchema, RoleRef, UpdateRoleInput } from "./schema.ts";
import { findRole, roleCreation, roleInUse, roleRemoval, rolesOf, roleUpdate } from "./store.ts";

/** The role an owner or administrator previews; a role of their current organization. Only trusted for them. */
export const viewAsCookie = "kartis_view_as";

/** SPEC section 6: only the owner or an administrator can update permissions, whatever a role grants. */
export function requireAdministrator({ principal: { systemRole } }: Pick<OrgContext, "principal">): void {
  if (systemRole === "BASIC") throw new KartisError("NO_PERMISSION", { messageKey: "errors.onlyAdministrators" });
}

async function getRole(orgId: OrgId, roleId: RoleId): Promise<ListedRole> {
  const role = await findRole(orgId, roleId);
  if (!role) throw new KartisError("NOT_FOUND");
  return role;
}

/** Two roles of one name could not be distinguished when choosing one. */
async function requireFreeName(orgId: OrgId, name: string, except?: RoleId): Promise<void> {
  const all = await namesInAll();
  const fold = (text: string) => text.toLocaleLowerCase();
  // In any language: colleagues with another one would see the two under one name.
  const namesOf = (role: Role) => [role.name, ...all.map((words) => inWords(role, words).name)].map(fold);
  const same = (role: Role) => role.id !== except && namesOf(role).includes(fold(name));
  if ((await rolesOf(orgId)).some(same)) throw new KartisError("CONFLICT", { fields: { name: "validation.duplicate" } });
}

const list = procedure({
  name: "roles.list",
  kind: "query",
  input: z.object({}),
  can: ["ROLES", "read"],
  hasPresetNames: true,
  run: async (_, { principal }): Promise<ListedRole[]> => rolesOf(principal.orgId),
});

const create = procedure({
  name: "roles.create",
  kind: "mutation",
  input: CreateRoleInput,
  can: ["ROLES", "create"],
  hasPresetNames: true,
  async run({ name, description = "", grants }, context): Promise<ListedRole> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    const at = context.clock.now();
    const role: ListedRole = { id: newId("rol", at), version: 1, name, description, grants, preset: null, memberCount: 0 };
    const { result } = await commit(commitContextOf(context), async () => {
      await requireFreeName(orgId, name);
      const { writes, change } = roleCreation(orgId, role);
      return { writes, records: [{ changes: [change] }], result: role };
    });
    return result;
  },
});

const update = procedure({
  name: "roles.update",
  kind: "mutation",
  input: UpdateRoleInput,
  can: ["ROLES", "update"],
  hasPresetNames: true,
  async run({ roleId, expectedVersion, ...changes }, context): Promise<ListedRole> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    const words = await context.words();
    const { result } = await commit(commitContextOf(context), async () => {
      const current = await getRole(orgId, roleId);
      if (current.version !== expectedVersion) throw new KartisError("CONFLICT", { messageKey: "errors.changedMeanwhile" });
      if (changes.name !== undefined) await requireFreeName(orgId, changes.name, roleId);
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const edited: ListedRole = { ...current, ...shownNames(current, words), ...given, version: current.version + 1 };
      const next = keepingPresets(current, edited, words);
      const { writes, change } = roleUpdate(orgId, current, next);
      if (Object.keys(change.after ?? {}).length === 0) return { writes: [], records: [], result: current };
      return { writes, records: [{ changes: [change] }], result: next };
    });
    return result;
  },
});

const remove = procedure({
  name: "roles.remove",
  kind: "mutation",
  input: RoleRef,
  can: ["ROLES", "delete"],
  async run({ roleId }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const role = await getRole(orgId, roleId);
      if (role.memberCount > 0) throw roleInUse();
      const { writes, change } = roleRemoval(orgId, role);
      return { writes, records: [{ changes: [change] }], result: undefined };
    });
    return { ok: true };
  },
});

const viewAs = procedure({
  name: "roles.viewAs",
  kind: "mutation",
  // Null ends the preview.
  input: z.object({ roleId: RoleIdSchema.nullable() }),
  can: { member: "to end it one must be able to call it with the role's few rights" },
  async run({ roleId }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    if (roleId) await getRole(context.principal.orgId, roleId);
    context.setCookie({ name: viewAsCookie, value: roleId ?? "", maxAgeSeconds: roleId ? 86_400 : 0 });
    return { ok: true };
  },
});

export const roleProcedures = [list, create, update, remove, viewAs] as const;
