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

/** The item of a link as a bond; undefined for no link. */
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

/** The parent's children: found by an index that lags a moment behind, each bond read strongly consistent. */
export async function linksOf(parentId: OrgId): Promise<ParentLink[]> {
  const { data } = await parentLinkEntity().query.byParent({ parentId }).go({ pages: "all" });
  if (data.length === 0) return [];
  const gets = data.map(({ orgId }) => parentLinkEntity().get({ orgId, kind: "parentLink" }).params());
  const items = await getTogether(gets.slice(0, maxChildren));
  return items
    .flatMap((Item) => linkOf(Item && parentLinkEntity().parse({ Item }).data) ?? [])
    .filter((link) => link.parentId === parentId);
}

/** Facts that decide whether an organization can be a parent or a child. */
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

/**
 * Throws whatever prevents making `child` a child of `parent`, which may be a parent (`requireParent`). There is one level: a parent has no parent, and a child
 * no child.
 */
export function requireAttachable(parent: Kin, child: Kin): void {
  const refused = (messageKey: string) => new KartisError("PRECONDITION_FAILED", { messageKey, params: { name: parent.name } });
  if (parent.orgId === child.orgId) throw refused("errors.family.self");
  if (child.parentId) throw refused("errors.family.hasParent");
  if (child.childCount > 0) throw refused("errors.family.hasChildren");
}

/** Adds to the parent's count, which ensures that it has no parent itself and, at zero, may become a child. */
const counted = (parentId: OrgId, by: 1 | -1): Write => {
  const written = organizationEntity().patch({ orgId: parentId, kind: "organization" }).add({ childCount: by });
  return update(written.where((attribute, { notExists }) => notExists(attribute.parentId)).params(), "stale");
};

/** The parent's part in ending a bond; nothing if the parent has been deleted. */
export const childGone = (parent: Kin | undefined): Write[] => (parent ? [counted(parent.orgId, -1)] : []);

/** The writes and the child's change that attach it, for a `commit()` that has read both. Of two that would form a cycle, one has to prepare again. */
export function attachment(parent: Kin, child: Kin, attachedBy: UserId, at: string): { writes: Write[]; change: Change } {
  const link = {
    orgId: child.orgId,
    kind: "parentLink" as const,
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
    writes: [put(parentLinkEntity().create(link).params(), "stale"), update(named.params(), "stale"), counted(parent.orgId, 1)],
    change: {
      action: "organization.attach",
      subject: { kind: "organization", id: child.orgId },
      version: 1,
      before: null,
      after: { name: child.name, parentName: parent.name },
    },
  };
}

/** The writes and the child's change that end the bond and all access through it. The granted roles count one less each. */
export function detachment(link: ParentLink, child: Kin, parent: Kin | undefined): { writes: Write[]; change: Change } {
  const { childId, version, grants } = link;
  const gone = parentLinkEntity()
    .remove({ orgId: childId, kind: "parentLink" })
    .where((attribute, { eq }) => eq(attribute.version, version));
  const unnamed = organizationEntity().patch({ orgId: childId, kind: "organization" }).remove(["parentId"]);
  return {
    writes: [
      remove(gone.params(), "stale"),
      update(unnamed.params(), "stale"),
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

/** A granted role is in use, and cannot be deleted meanwhile. */
function countsOf(childId: OrgId, grants: FamilyGrants, by: 1 | -1): Write[] {
  const counts = new Map<RoleId, number>();
  for (const grant of Object.values(grants)) if (grant) counts.set(grant.roleId, (counts.get(grant.roleId) ?? 0) + by);
  return [...counts].map(([id, count]) => roleCounted(childId, id, count));
}

/** The writes that replace one grant by `next`; null removes it. */
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
  return [update(written.params(), "stale"), ...counts];
}

/** The code is used up. */
export const codeUsed = (codeHash: string, otherwise: () => KartisError): Write =>
  remove(
    attachCodeEntity()
      .remove({ codeHash })
      .where((attribute, { exists }) => exists(attribute.orgId))
      .params(),
    otherwise,
  );
