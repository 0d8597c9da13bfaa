import type { EntityItem } from "electrodb";
import * as z from "zod";
import { put, remove, update, type Write } from "../../data/commit.ts";
import { getTogether } from "../../data/get-together.ts";
import type { Change } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import { isId, type OrgId, type RoleId, type UserId } from "../../kernel/id.ts";
import { organizationEntity } from "../entity.ts";
import { roleCounted } from "../roles/store.ts";
import { attachCodeEntity, parentLinkEntity } from "./entity.ts";
import { type FamilyGrant, type FamilyGrants, type Holder, maxChildren } from "./rules.ts";

/** A child's bond to its parent. */
export interface ParentLink {
  readonly childId: OrgId;
  readonly parentId: OrgId;
  readonly version: number;
  readonly attachedAt: string;
  readonly grants: FamilyGrants;
}

const roleId = z.custom<RoleId>((value) => isId("rol", value));
const GrantsShape = z
  .record(z.string(), z.object({ roleId, isRevoked: z.boolean() }))
  .transform((grants): FamilyGrants => Object.fromEntries(Object.entries(grants).filter(([holder]) => isHolder(holder))));

export const isHolder = (text: string): text is Holder => text === "OWNER" || text === "ADMIN" || isId("rol", text);

/** The item of a link as one; undefined for what is none. */
export function linkOf(item: EntityItem<ReturnType<typeof parentLinkEntity>> | null | undefined): ParentLink | undefined {
  if (!item || !isId("org", item.orgId) || !isId("org", item.parentId)) return undefined;
  const { orgId: childId, parentId, version, attachedAt } = item;
  return { childId, parentId, version, attachedAt, grants: GrantsShape.parse(item.grants) };
}

/** The bond to the parent, strongly consistent; undefined where there is none. */
export async function findLink(childId: OrgId): Promise<ParentLink | undefined> {
  const { data } = await parentLinkEntity().get({ orgId: childId, kind: "parentLink" }).go({ consistent: true });
  return linkOf(data);
}

/** The parent's children: which, from an index that lags a moment behind, and each bond strongly consistent. */
export async function linksOf(parentId: OrgId): Promise<ParentLink[]> {
  const { data } = await parentLinkEntity().query.byParent({ parentId }).go({ pages: "all" });
  if (data.length === 0) return [];
  const gets = data.map(({ orgId }) => parentLinkEntity().get({ orgId, kind: "parentLink" }).params());
  const items = await getTogether(gets.slice(0, maxChildren));
  return items
    .flatMap((Item) => linkOf(Item && parentLinkEntity().parse({ Item }).data) ?? [])
    .filter((link) => link.parentId === parentId);
}

/** What of an organization decides whether it may be a parent or a child. */
export interface Kin {
  readonly orgId: OrgId;
  readonly name: string;
  readonly parentId: OrgId | null;
  readonly childCount: number;
}

/** Strongly consistent; undefined when there is no such organization. */
export async function findKin(orgId: OrgId): Promise<Kin | undefined> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) return undefined;
  return {
    orgId,
    name: data.name,
    parentId: isId("org", data.parentId) ? data.parentId : null,
    childCount: data.childCount ?? 0,
  };
}

/** Throws what stands against making `child` one of `parent`, which may be a parent (`requireParent`). There is one level: a parent has no parent, and a child no child. */
export function requireAttachable(parent: Kin, child: Kin): void {
  const refused = (messageKey: string) => new KartisError("PRECONDITION_FAILED", { messageKey, params: { name: parent.name } });
  if (parent.orgId === child.orgId) throw refused("errors.family.self");
  if (child.parentId) throw refused("errors.family.hasParent");
  if (child.childCount > 0) throw refused("errors.family.hasChildren");
}

/** Adds to the parent's count, on which hang that it has no parent itself and, at nothing, may become a child. */
const counted = (parentId: OrgId, by: 1 | -1): Write => {
  const written = organizationEntity().patch({ orgId: parentId, kind: "organization" }).add({ childCount: by });
  return update(written.where((attribute, { notExists }) => notExists(attribute.parentId)).params(), "replan");
};

/** The parent's part in the end of a bond; nothing where the parent is no more. */
export const childGone = (parent: Kin | undefined): Write[] => (parent ? [counted(parent.orgId, -1)] : []);

/** The writes and the child's change that attach it, for a `commit()` that has read both. Of two that would make a circle one plans again. */
export function attachment(parent: Kin, child: Kin, attachedBy: UserId, at: string): { writes: Write[]; change: Change } {
  const link = {
    orgId: child.orgId,
    kind: "parentLink",
    parentId: parent.orgId,
    version: 1,
    attachedAt: at,
    attachedBy,
    grants: {},
  };
  const named = organizationEntity()
    .patch({ orgId: child.orgId, kind: "organization" })
    .set({ parentId: parent.orgId, hasVisitors: true })
    .where(
      (attribute, { notExists, eq }) =>
        `${notExists(attribute.parentId)} AND (${notExists(attribute.childCount)} OR ${eq(attribute.childCount, 0)})`,
    );
  return {
    writes: [put(parentLinkEntity().create(link).params(), "replan"), update(named.params(), "replan"), counted(parent.orgId, 1)],
    change: {
      action: "organization.attach",
      subject: { kind: "organization", id: child.orgId },
      version: 1,
      before: null,
      after: { name: child.name, parentName: parent.name },
    },
  };
}

/** The writes and the child's change that end the bond and every access by it. The roles that were granted count one less each. */
export function detachment(link: ParentLink, child: Kin, parent: Kin | undefined): { writes: Write[]; change: Change } {
  const { childId, version, grants } = link;
  const gone = parentLinkEntity()
    .remove({ orgId: childId, kind: "parentLink" })
    .where((attribute, { eq }) => eq(attribute.version, version));
  const unnamed = organizationEntity().patch({ orgId: childId, kind: "organization" }).remove(["parentId"]);
  return {
    writes: [
      remove(gone.params(), "replan"),
      update(unnamed.params(), "replan"),
      ...childGone(parent),
      ...countsOf(childId, grants, -1),
    ],
    change: {
      action: "organization.detach",
      subject: { kind: "organization", id: childId },
      version: version + 1,
      before: { name: child.name, ...(parent ? { parentName: parent.name } : {}) },
      after: null,
    },
  };
}

/** A role that is granted is in use, and cannot be deleted meanwhile. */
function countsOf(childId: OrgId, grants: FamilyGrants, by: 1 | -1): Write[] {
  const counts = new Map<RoleId, number>();
  for (const grant of Object.values(grants)) if (grant) counts.set(grant.roleId, (counts.get(grant.roleId) ?? 0) + by);
  return [...counts].map(([id, count]) => roleCounted(childId, id, count));
}

/** The writes that put `next` in the place of one grant; null takes it away. */
export function grantWrites(link: ParentLink, holder: Holder, next: FamilyGrant | null): Write[] {
  const { childId, version, grants } = link;
  const { [holder]: former, ...others } = grants;
  const written = parentLinkEntity()
    .patch({ orgId: childId, kind: "parentLink" })
    .set({ grants: next ? { ...others, [holder]: next } : others, version: version + 1 })
    .where((attribute, { eq }) => eq(attribute.version, version));
  const counts =
    former?.roleId === next?.roleId
      ? []
      : [...(former ? [roleCounted(childId, former.roleId, -1)] : []), ...(next ? [roleCounted(childId, next.roleId, 1)] : [])];
  return [update(written.params(), "replan"), ...counts];
}

/** The code is used up with what it was for. */
export const codeUsed = (codeHash: string, otherwise: () => KartisError): Write =>
  remove(
    attachCodeEntity()
      .remove({ codeHash })
      .where((attribute, { exists }) => exists(attribute.orgId))
      .params(),
    otherwise,
  );
