import type { EntityItem } from "electrodb";
import { attributesOf } from "../data/entity.ts";
import { getTogether } from "../data/get-together.ts";
import type { Membership } from "../kernel/actor.ts";
import { isFeature } from "../kernel/feature.ts";
import { type FileId, isId, type OrgId, type RoleId, type UserId } from "../kernel/id.ts";
import { allGrants } from "../kernel/permission.ts";
import { planState } from "../plans/plans.ts";
import { membershipEntity, organizationEntity } from "./entity.ts";
import { accessThrough, childrenOpenTo, visitorName, visitorsOf } from "./family/access.ts";
import type { Role } from "./roles/schema.ts";
import { roleAsOf } from "./roles/store.ts";

/** An organization as its members see it. */
export interface Organization {
  readonly id: OrgId;
  readonly name: string;
  readonly phone: string | null;
  readonly language: "en" | "he" | "hu" | "ru";
  readonly timeZone: string;
  readonly currency: "USD" | "ILS" | "EUR" | "GBP" | "HUF" | "JPY" | "CAD" | "PLN";
  /** ISO 3166 country whose phone numbers need no country code. */
  readonly region: string;
  readonly plan: { readonly type: "FREE" | "TRIAL" | "STARTER" | "PRO" | "ENTERPRISE"; readonly endsAt: string | null };
  /** People of a parent may have worked in it. */
  readonly hasVisitors?: boolean;
}

export interface Member {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly systemRole: "OWNER" | "ADMIN" | "BASIC";
  readonly roleId: RoleId | null;
  /** Their picture, a file of the organization. */
  readonly avatarId: FileId | null;
  /** Their telephone extension as an administrator assigned it; empty once it was taken away, null if none has been assigned. */
  readonly voipExtension: string | null;
  readonly joinedAt: string;
  /** Null for the founder. */
  readonly invitedAt: string | null;
  /** When they were last active, to the hour. */
  readonly lastActiveAt: string | null;
  /** When they were suspended; null for everyone else. */
  readonly suspendedAt: string | null;
  readonly version: number;
}

/** A member as every colleague sees them. */
export interface NamedMember extends Pick<Member, "userId" | "name" | "avatarId"> {
  /** False for suspended members: their names stay on cards, but new work is not given to them. Since when and by whom is for those who manage members. */
  readonly isAssignable: boolean;
}

/** The organization, strongly consistent; undefined when there is none of that id. */
export async function findOrganization(orgId: OrgId): Promise<Organization | undefined> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) return undefined;
  return {
    id: orgId,
    name: data.name,
    phone: data.phone ?? null,
    language: data.language,
    timeZone: data.timeZone,
    currency: data.currency,
    region: data.region,
    plan: { type: data.planType, endsAt: data.planEndsAt ?? null },
    ...(data.hasVisitors ? { hasVisitors: true } : {}),
  };
}

const roleOf = (roleId: string | undefined): RoleId | null => (isId("rol", roleId) ? roleId : null);

/** The reads that a membership consists of, for `getTogether()`, and how to combine their answers. */
export function membershipReads(userId: UserId, orgId: OrgId, viewAs?: RoleId) {
  return {
    gets: [
      membershipEntity().get({ userId, orgId }).params(),
      organizationEntity().get({ orgId, kind: "organization" }).params(),
    ],
    make: async ([member, organizationItem]: readonly (Readonly<Record<string, unknown>> | undefined)[]): Promise<
      Membership | undefined
    > => {
      const membership = member && attributesOf(membershipEntity(), member);
      const organization = organizationItem && attributesOf(organizationEntity(), organizationItem);
      if (!organization) return undefined;
      if (!membership) return visiting(userId, orgId, organization);
      // Nor may they come through a parent, whose people they may be among.
      if (membership.suspendedAt) return undefined;
      const { rolesVersion = 0 } = organization;
      const { systemRole } = membership;
      const roleId = roleOf(membership.roleId);
      const shared = {
        orgId,
        systemRole,
        ...rulesOf(organization),
      };
      // Owners and administrators may do everything; a basic member has what their role grants.
      if (systemRole === "BASIC") {
        const role = roleId && (await roleAsOf(orgId, roleId, rolesVersion));
        return { ...shared, roleId, grants: role ? role.grants : {} };
      }
      const viewed = viewAs && (await roleAsOf(orgId, viewAs, rolesVersion));
      if (viewed) return { ...shared, roleId: viewed.id, grants: viewed.grants, viewAs: viewedAs(viewed) };
      return { ...shared, roleId, grants: allGrants };
    },
  };
}

const viewedAs = ({ id, name, presets }: Role): NonNullable<Membership["viewAs"]> => ({
  roleId: id,
  name,
  ...(presets ? { presets } : {}),
});

type OrganizationItem = EntityItem<ReturnType<typeof organizationEntity>>;

/** Rules that apply to everyone in the organization. */
function rulesOf({ planType, planEndsAt, features = [], currency, region, timeZone, requiresTwoStepSince }: OrganizationItem) {
  return {
    plan: planState(planType, planEndsAt ?? null),
    features: features.filter(isFeature),
    settings: { currency, region, timeZone },
    ...(requiresTwoStepSince ? { requiresTwoStepSince } : {}),
  };
}

/** Grants a non-member access through the parent: as a basic member with the granted role, whatever they are there. */
async function visiting(userId: UserId, orgId: OrgId, organization: OrganizationItem): Promise<Membership | undefined> {
  const { parentId, rolesVersion = 0 } = organization;
  const access = isId("org", parentId) ? await accessThrough(userId, orgId, parentId) : undefined;
  const role = access && (await roleAsOf(orgId, access.roleId, rolesVersion));
  if (!access || !role) return undefined;
  return {
    orgId,
    systemRole: "BASIC",
    roleId: role.id,
    grants: role.grants,
    ...rulesOf(organization),
    through: access.parent,
  };
}

/** The person's permissions in the organization, strongly consistent, so that a change of role or plan counts from the next request on. */
export async function findMembership(userId: UserId, orgId: OrgId, viewAs?: RoleId): Promise<Membership | undefined> {
  const { gets, make } = membershipReads(userId, orgId, viewAs);
  return make(await getTogether(gets));
}

/** Limit of one DynamoDB request. */
const togetherLimit = 100;

/** The person's memberships, oldest first, without those that are suspended; strongly consistent. */
async function activeRowsOf(userId: UserId) {
  const { data } = await membershipEntity().query.main({ userId }).go({ consistent: true, pages: "all" });
  return data
    .filter(({ suspendedAt }) => !suspendedAt)
    .toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt))
    .slice(0, togetherLimit);
}

/** The names of the organizations in which the person is suspended. */
export async function suspendedIn(userId: UserId): Promise<string[]> {
  const { data } = await membershipEntity().query.main({ userId }).go({ consistent: true, pages: "all" });
  const suspended = data.filter(({ suspendedAt }) => suspendedAt).slice(0, togetherLimit);
  return [...(await itemsOf(suspended.map(({ orgId }) => orgId))).values()].map(({ name }) => name);
}

/** The person's organizations by their present names, oldest membership first. */
export async function membershipsOf(userId: UserId): Promise<{ orgId: OrgId; name: string }[]> {
  const rows = await activeRowsOf(userId);
  if (rows.length === 0) return [];
  const gets = rows.map(({ orgId }) => organizationEntity().get({ orgId, kind: "organization" }).params());
  const items = await getTogether(gets);
  return rows.flatMap(({ orgId }, at) => {
    const item = items[at];
    const name = item && organizationEntity().parse({ Item: item }).data?.name;
    return isId("org", orgId) && name ? [{ orgId, name }] : [];
  });
}

type Row = {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly systemRole: Member["systemRole"];
} & {
  readonly roleId?: string | undefined;
  readonly avatarId?: string | undefined;
  readonly voipExtension?: string | undefined;
  readonly joinedAt: string;
  readonly invitedAt?: string | undefined;
  readonly lastActiveAt?: string | undefined;
  readonly suspendedAt?: string | undefined;
  readonly version: number;
};

function memberOf({
  userId,
  roleId,
  avatarId,
  voipExtension,
  invitedAt,
  lastActiveAt,
  suspendedAt,
  name,
  email,
  systemRole,
  joinedAt,
  version,
}: Row): Member[] {
  if (!isId("usr", userId)) return [];
  const picture = isId("fil", avatarId) ? avatarId : null;
  const times = { joinedAt, invitedAt: invitedAt ?? null, lastActiveAt: lastActiveAt ?? null, suspendedAt: suspendedAt ?? null };
  return [
    {
      userId,
      name,
      email,
      systemRole,
      roleId: roleOf(roleId),
      avatarId: picture,
      voipExtension: voipExtension ?? null,
      ...times,
      version,
    },
  ];
}

/** The member, strongly consistent. */
export async function findMember(orgId: OrgId, userId: UserId): Promise<Member | undefined> {
  const { data } = await membershipEntity().get({ userId, orgId }).go({ consistent: true });
  return data ? memberOf(data)[0] : undefined;
}

/** The organization's members. */
export async function membersOf(orgId: OrgId): Promise<Member[]> {
  const { data } = await membershipEntity().query.byOrganization({ orgId }).go({ pages: "all" });
  return data.flatMap(memberOf);
}

/** The owner, or an administrator. */
export const isAdministrator = ({ systemRole }: Pick<Member, "systemRole">): boolean => systemRole !== "BASIC";

/** The owner and the administrators, without those who are suspended: whom news about the organization itself concerns. */
export const administratorsOf = async (orgId: OrgId): Promise<Member[]> =>
  (await membersOf(orgId)).filter((member) => isAdministrator(member) && member.suspendedAt === null);

/** The people with a role, whom the level ROLE_GROUP covers; none without a role. */
export async function roleGroupOf(orgId: OrgId, roleId: RoleId | null | undefined): Promise<UserId[]> {
  if (!roleId) return [];
  return (await membersOf(orgId)).filter((member) => member.roleId === roleId).map(({ userId }) => userId);
}

/** An organization that a person may switch to. */
export interface OpenOrganization {
  readonly orgId: OrgId;
  readonly name: string;
  /** Children only: the parent, if the person has access to it too. */
  readonly parentId?: OrgId;
}

/**
 * The person's organizations by their present names, oldest membership first, and beneath each parent those of its children that they may switch to. Only
 * members of parents pay for the extra reads.
 */
export async function organizationsOpenTo(userId: UserId): Promise<OpenOrganization[]> {
  const rows = await activeRowsOf(userId);
  const own = await itemsOf(rows.map(({ orgId }) => orgId));
  const children = await Promise.all(
    rows.map(async ({ orgId, systemRole, roleId }) => {
      if (!isId("org", orgId) || !own.get(orgId)?.childCount) return [];
      return childrenOpenTo(orgId, { systemRole, roleId: roleOf(roleId) });
    }),
  );
  const items = new Map([...own, ...(await itemsOf(children.flat().filter((orgId) => !own.has(orgId))))]);
  const open = [...items.values()].flatMap(({ orgId, name, parentId }): OpenOrganization[] => {
    if (!isId("org", orgId)) return [];
    return [{ orgId, name, ...(isId("org", parentId) && own.has(parentId) ? { parentId } : {}) }];
  });
  const beneath = (parent: OrgId) =>
    open.filter(({ parentId }) => parentId === parent).toSorted((a, b) => a.name.localeCompare(b.name));
  return open.filter(({ parentId }) => !parentId).flatMap((one) => [one, ...beneath(one.orgId)]);
}

async function itemsOf(orgIds: readonly string[]): Promise<Map<string, OrganizationItem>> {
  const found = new Map<string, OrganizationItem>();
  for (let at = 0; at < orgIds.length; at += togetherLimit) {
    const gets = orgIds
      .slice(at, at + togetherLimit)
      .map((orgId) => organizationEntity().get({ orgId, kind: "organization" }).params());
    for (const Item of await getTogether(gets)) {
      const item = Item && organizationEntity().parse({ Item }).data;
      if (item) found.set(item.orgId, item);
    }
  }
  return found;
}

/** The names of all still known people who have done anything in the organization: members, and those who came through a parent. */
export async function namesOf(orgId: OrgId): Promise<Map<string, string>> {
  const [members, visitors] = await Promise.all([membersOf(orgId), visitorsOf(orgId)]);
  return new Map([
    ...visitors.map((visitor) => [visitor.userId, visitorName(visitor)] as const),
    ...members.map(({ userId, name }) => [userId, name] as const),
  ]);
}
