import * as z from "zod";
import { commit, commitContextOf } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import { inWords, type Words } from "../../kernel/preset-names.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { wordsOf } from "../../words.ts";
import { requireAdministrator } from "../roles/procedures.ts";
import { findRole, rolesOf } from "../roles/store.ts";
import { visitorName, visitorsOf } from "./access.ts";
import { attach, codeOver, detach, getKin, newCode, parentByCode, requireParent } from "./bonds.ts";
import type { FamilyGrant, FamilyGrants, Holder } from "./rules.ts";
import { CodeInput, DetachInput, type Family, GrantInput, type ListedGrant, RevokeInput } from "./schema.ts";
import { codeUsed, findKin, findLink, grantWrites, isHolder, linksOf, type ParentLink, requireAttachable } from "./store.ts";

/** A bond between two organizations is managed by the owner and administrators of either. */
function requireOwner({ principal: { systemRole, userId } }: OrgContext) {
  if (systemRole !== "OWNER" || !userId) throw new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwner" });
  return userId;
}

type Names = ReadonlyMap<string, string>;
const namesOfRoles = async (orgId: OrgId, words: Words): Promise<Names> =>
  new Map((await rolesOf(orgId)).map((role) => [role.id, inWords(role, words).name]));

function listedGrants(grants: FamilyGrants, ofParent: Names, ofChild: Names): ListedGrant[] {
  return Object.entries(grants).flatMap(([holder, grant]) =>
    isHolder(holder) && grant
      ? [{ holder, holderName: ofParent.get(holder) ?? null, ...grant, roleName: ofChild.get(grant.roleId) ?? "" }]
      : [],
  );
}

const get = procedure({
  name: "family.get",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "read"],
  /** The organization's parent and children, and who may do what through the bonds. */
  async run(_, { principal: { orgId, systemRole }, language }): Promise<Family> {
    const words = await wordsOf(language);
    const [link, links, visitors, own] = await Promise.all([
      findLink(orgId),
      linksOf(orgId),
      visitorsOf(orgId),
      namesOfRoles(orgId, words),
    ]);
    const parent = link && (await findKin(link.parentId));
    const children = await Promise.all(
      links.map(async ({ childId, attachedAt, grants }) => {
        const [child, roles] = await Promise.all([findKin(childId), namesOfRoles(childId, words)]);
        if (!child) return [];
        const granted = listedGrants(grants, own, roles);
        const choices = systemRole === "BASIC" ? [] : [...roles].map(([id, name]) => ({ id: id as `rol_${string}`, name })); // keys of roles
        return [{ orgId: childId, name: child.name, attachedAt, grants: granted, roles: choices }];
      }),
    );
    return {
      parent:
        link && parent
          ? {
              orgId: link.parentId,
              name: parent.name,
              attachedAt: link.attachedAt,
              grants: listedGrants(link.grants, await namesOfRoles(link.parentId, words), own),
            }
          : null,
      children: children.flat().toSorted((a, b) => a.name.localeCompare(b.name)),
      visitors: visitors
        .map((visitor) => ({ userId: visitor.userId, name: visitorName(visitor), lastActiveAt: visitor.lastActiveAt }))
        .toSorted((a, b) => b.lastActiveAt.localeCompare(a.lastActiveAt)),
    };
  },
});

const createCode = procedure({
  name: "family.createCode",
  kind: "mutation",
  input: z.object({}),
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  /**
   * A code with which another organization's owner attaches it to this one. Shown once. Throws PRECONDITION_FAILED for an organization that is a child itself.
   */
  async run(_, context): Promise<{ code: string; endsAt: string }> {
    const userId = requireOwner(context);
    await requireParent(context.principal.orgId);
    return newCode(context.principal.orgId, userId, context.clock);
  },
});

const findCode = procedure({
  name: "family.findCode",
  kind: "query",
  input: CodeInput,
  can: ["ORGANIZATION", "update"],
  /** The organization behind the code, before anything is agreed. */
  async run({ code }, context): Promise<{ parentName: string }> {
    requireOwner(context);
    const [{ parent }, child] = await Promise.all([parentByCode(code, context.clock), getKin(context.principal.orgId)]);
    requireAttachable(parent, child);
    return { parentName: parent.name };
  },
});

const attachBy = procedure({
  name: "family.attach",
  kind: "mutation",
  input: CodeInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  /** Makes this organization a child of the code's. */
  async run({ code }, context): Promise<{ ok: true }> {
    const userId = requireOwner(context);
    await attach(commitContextOf(context), userId, async () => {
      const { parent, codeHash } = await parentByCode(code, context.clock);
      return { parent, writes: [codeUsed(codeHash, codeOver)] };
    });
    return { ok: true };
  },
});

const detachOne = procedure({
  name: "family.detach",
  kind: "mutation",
  input: DetachInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  async run({ childId }, context): Promise<{ ok: true }> {
    requireOwner(context);
    const { orgId } = context.principal;
    await (childId ? detach(commitContextOf(context), childId, orgId) : detach(commitContextOf(context), orgId));
    return { ok: true };
  },
});

const accessChange = (
  { childId, version }: ParentLink,
  name: string,
  [before, after]: readonly [Change["before"], Change["after"]],
): Change => ({
  action: "organization.accessUpdate",
  subject: { kind: "organization", id: childId },
  version: version + 1,
  before: before && { name, ...before },
  after: after && { name, ...after },
});

/** A grant as the journal records it: both roles by name, since neither side's audit knows the other's. */
async function recordedGrant(link: ParentLink, holder: Holder, grant: FamilyGrant | null | undefined): Promise<Change["after"]> {
  if (!grant) return null;
  const isSystem = holder === "OWNER" || holder === "ADMIN";
  const [from, to] = await Promise.all([
    isSystem ? undefined : findRole(link.parentId, holder),
    findRole(link.childId, grant.roleId),
  ]);
  return { parentRole: from?.name ?? holder, role: to?.name ?? grant.roleId, isRevoked: grant.isRevoked };
}

const grantOne = procedure({
  name: "family.grant",
  kind: "mutation",
  input: GrantInput,
  can: ["ROLES", "update"],
  whileImpersonating: false,
  /**
   * Sets the child's role with which people of a role of this organization act there. The child agreed to it by attaching itself, sees it, and can revoke it.
   * Throws NOT_FOUND if it is not a child, INVALID_INPUT for a role that either does not have, FORBIDDEN for a grant that the child has revoked.
   */
  async run({ childId, holder, roleId }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    await commit({ ...commitContextOf(context), orgId: childId }, async () => {
      const [link, child] = await Promise.all([findLink(childId), findKin(childId)]);
      if (!child || link?.parentId !== orgId) throw new KartisError("NOT_FOUND", { messageKey: "errors.family.noBond" });
      const former = link.grants[holder];
      if (former?.isRevoked)
        throw new KartisError("FORBIDDEN", { messageKey: "errors.family.revoked", params: { name: child.name } });
      if ((former?.roleId ?? null) === roleId) return { writes: [], records: [], result: undefined };
      if (holder !== "OWNER" && holder !== "ADMIN" && roleId && !(await findRole(orgId, holder)))
        throw new KartisError("INVALID_INPUT", { fields: { holder: "validation.enum" } });
      if (roleId && !(await findRole(childId, roleId)))
        throw new KartisError("INVALID_INPUT", { fields: { roleId: "validation.enum" } });
      const next = roleId && { roleId, isRevoked: false };
      const grants = [await recordedGrant(link, holder, former), await recordedGrant(link, holder, next)] as const;
      return {
        writes: grantWrites(link, holder, next),
        records: [{ changes: [accessChange(link, child.name, grants)] }],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

const revoke = procedure({
  name: "family.revoke",
  kind: "mutation",
  input: RevokeInput,
  can: ["ROLES", "update"],
  whileImpersonating: false,
  /** The child's veto: the parent's people with that grant lose access from the next request on, until the child allows it again. */
  async run({ holder, isRevoked }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    await commit(commitContextOf(context), async () => {
      const [link, child] = await Promise.all([findLink(orgId), getKin(orgId)]);
      const former = link?.grants[holder];
      if (!link || !former) throw new KartisError("NOT_FOUND", { messageKey: "errors.family.noBond" });
      if (former.isRevoked === isRevoked) return { writes: [], records: [], result: undefined };
      const next = { ...former, isRevoked };
      const grants = [await recordedGrant(link, holder, former), await recordedGrant(link, holder, next)] as const;
      return {
        writes: grantWrites(link, holder, next),
        records: [{ changes: [accessChange(link, child.name, grants)] }],
        result: undefined,
      };
    });
    return { ok: true };
  },
});

export const familyProcedures = [get, createCode, findCode, attachBy, detachOne, grantOne, revoke] as const;
