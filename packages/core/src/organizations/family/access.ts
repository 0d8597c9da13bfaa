import { getTogether } from "../../data/get-together.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { isId, type OrgId, type RoleId, type UserId } from "../../kernel/id.ts";
import { membershipEntity, organizationEntity } from "../entity.ts";
import { parentLinkEntity, visitorEntity } from "./entity.ts";
import { grantedRole } from "./rules.ts";
import { linkOf, linksOf } from "./store.ts";

/** The parent organization through which a person acts in its child, and their role there. */
export interface Through {
  readonly parent: { readonly orgId: OrgId; readonly name: string };
  readonly roleId: RoleId;
}

/**
 * Access of a non-member to `childId` as a member of its parent: one read, strongly consistent, so that a revoked grant, a removed role and an ended
 * bond count from the next request on. Undefined for nothing.
 */
export async function accessThrough(userId: UserId, childId: OrgId, parentId: OrgId): Promise<Through | undefined> {
  const [memberItem, parentItem, linkItem] = await getTogether([
    membershipEntity().get({ userId, orgId: parentId }).params(),
    organizationEntity().get({ orgId: parentId, kind: "organization" }).params(),
    parentLinkEntity().get({ orgId: childId, kind: "parentLink" }).params(),
  ]);
  const member = memberItem && membershipEntity().parse({ Item: memberItem }).data;
  const parent = parentItem && organizationEntity().parse({ Item: parentItem }).data;
  const link = linkOf(linkItem && parentLinkEntity().parse({ Item: linkItem }).data);
  if (!member || member.suspendedAt || !parent || link?.parentId !== parentId) return undefined;
  const roleId = grantedRole(link.grants, {
    systemRole: member.systemRole,
    roleId: isId("rol", member.roleId) ? member.roleId : null,
  });
  return roleId && { parent: { orgId: parentId, name: parent.name }, roleId };
}

/** The parent's children that a member of it may go to. */
export async function childrenOpenTo(
  parentId: OrgId,
  member: { readonly systemRole: "OWNER" | "ADMIN" | "BASIC"; readonly roleId: RoleId | null },
): Promise<OrgId[]> {
  return (await linksOf(parentId)).filter(({ grants }) => grantedRole(grants, member)).map(({ childId }) => childId);
}

/** Records people who act through the parent, with their current name. Not journalled: visiting changes nothing. */
export async function noteVisitor(childId: OrgId, userId: UserId, parent: Through["parent"], clock: Clock): Promise<void> {
  const { data } = await membershipEntity().get({ userId, orgId: parent.orgId }).go({ consistent: true });
  if (!data) return;
  await visitorEntity()
    .put({ orgId: childId, kind: "visitor", userId, name: data.name, from: parent.name, lastActiveAt: instant(clock) })
    .go();
}

/** Removes the person's name from the organizations they visited through a parent: their account ends. From an index that lags a moment behind. */
export async function forgetVisits(userId: UserId): Promise<void> {
  const { data } = await visitorEntity().query.byUser({ userId }).go({ pages: "all" });
  for (const { orgId, kind } of data) await visitorEntity().delete({ orgId, kind, userId }).go();
}

/** A member of a parent who works in a child. */
export interface Visitor {
  readonly userId: UserId;
  readonly name: string;
  /** The parent they came through. */
  readonly from: string;
  readonly lastActiveAt: string;
}

/** Everybody who has ever come through a parent. */
export async function visitorsOf(orgId: OrgId): Promise<Visitor[]> {
  const { data } = await visitorEntity().query.main({ orgId, kind: "visitor" }).go({ pages: "all" });
  return data.flatMap(({ userId, name, from, lastActiveAt }) =>
    isId("usr", userId) ? [{ userId, name, from, lastActiveAt }] : [],
  );
}

/** The name shown in the child: the person's own and their organization's. */
export const visitorName = ({ name, from }: Pick<Visitor, "name" | "from">): string => `${name} (${from})`;
