import { getTogether } from "../data/get-together.ts";
import type { Membership } from "../kernel/actor.ts";
import { isFeature } from "../kernel/feature.ts";
import { type FileId, isId, type OrgId, type RoleId, type UserId } from "../kernel/id.ts";
import { allGrants } from "../kernel/permission.ts";
import { planState } from "../plans/plans.ts";
import { membershipEntity, organizationEntity } from "./entity.ts";
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
}

export interface Member {
  readonly userId: UserId;
  readonly name: string;
  readonly email: string;
  readonly systemRole: "OWNER" | "ADMIN" | "BASIC";
  readonly roleId: RoleId | null;
  /** Their picture, a file of the organization. */
  readonly avatarId: FileId | null;
  readonly joinedAt: string;
  /** Null for who founded the organization. */
  readonly invitedAt: string | null;
  /** When they last used it, to the hour. */
  readonly lastActiveAt: string | null;
  readonly version: number;
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
  };
}

const roleOf = (roleId: string | undefined): RoleId | null => (isId("rol", roleId) ? roleId : null);

/** The reads that a membership is made of, for `getTogether()`, and what to make of their answers. */
export function membershipReads(userId: UserId, orgId: OrgId, viewAs?: RoleId) {
  return {
    gets: [
      membershipEntity().get({ userId, orgId }).params(),
      organizationEntity().get({ orgId, kind: "organization" }).params(),
    ],
    make: async ([member, organizationItem]: readonly (Readonly<Record<string, unknown>> | undefined)[]): Promise<
      Membership | undefined
    > => {
      const membership = member && membershipEntity().parse({ Item: member }).data;
      const organization = organizationItem && organizationEntity().parse({ Item: organizationItem }).data;
      if (!membership || !organization) return undefined;
      const { currency, region, rolesVersion = 0, features = [] } = organization;
      const { systemRole } = membership;
      const roleId = roleOf(membership.roleId);
      const shared = {
        orgId,
        systemRole,
        plan: planState(organization.planType, organization.planEndsAt ?? null),
        features: features.filter(isFeature),
        settings: { currency, region },
      };
      // Owners and administrators may do everything; a basic member has what their role grants.
      if (systemRole === "BASIC") {
        const role = roleId && (await roleAsOf(orgId, roleId, rolesVersion));
        return { ...shared, roleId, grants: role ? role.grants : {} };
      }
      const viewed = viewAs && (await roleAsOf(orgId, viewAs, rolesVersion));
      if (viewed)
        return { ...shared, roleId: viewed.id, grants: viewed.grants, viewAs: { roleId: viewed.id, name: viewed.name } };
      return { ...shared, roleId, grants: allGrants };
    },
  };
}

/** What the person may do in the organization, strongly consistent, so that a change of role or plan counts from the next request on. */
export async function findMembership(userId: UserId, orgId: OrgId): Promise<Membership | undefined> {
  const { gets, make } = membershipReads(userId, orgId);
  return make(await getTogether(gets));
}

/** Of one request to DynamoDB. */
const togetherLimit = 100;

/** The person's organizations by their present names, oldest membership first. */
export async function membershipsOf(userId: UserId): Promise<{ orgId: OrgId; name: string }[]> {
  const { data } = await membershipEntity().query.main({ userId }).go({ consistent: true, pages: "all" });
  const rows = data.toSorted((a, b) => a.joinedAt.localeCompare(b.joinedAt)).slice(0, togetherLimit);
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
  readonly joinedAt: string;
  readonly invitedAt?: string | undefined;
  readonly lastActiveAt?: string | undefined;
  readonly version: number;
};

function memberOf({
  userId,
  roleId,
  avatarId,
  invitedAt,
  lastActiveAt,
  name,
  email,
  systemRole,
  joinedAt,
  version,
}: Row): Member[] {
  if (!isId("usr", userId)) return [];
  const picture = isId("fil", avatarId) ? avatarId : null;
  const times = { joinedAt, invitedAt: invitedAt ?? null, lastActiveAt: lastActiveAt ?? null };
  return [{ userId, name, email, systemRole, roleId: roleOf(roleId), avatarId: picture, ...times, version }];
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
