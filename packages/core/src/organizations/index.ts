/*
 * Organizations, their members, and permissions. Owns: organizations, memberships, roles.
 * Invariant: permissions in an organization are read from here with every request, strongly consistent.
 * Records: organization.create, organization.update, organization.feature, organization.delete, member.add, member.update, role.*, userRole.update.
 */
import { put, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { OrgId } from "../kernel/id.ts";
import type { Cookie } from "../kernel/procedure.ts";
import type { User } from "../users/index.ts";
import { organizationEntity } from "./entity.ts";
import { familyProcedures } from "./family/procedures.ts";
import { memberRoleProcedures } from "./member-roles.ts";
import { memberProcedures, membershipWrites } from "./members.ts";
import type { Organization } from "./memberships.ts";
import { roleProcedures } from "./roles/procedures.ts";

export {
  findMember,
  findMembership,
  membershipReads,
  findOrganization,
  membershipsOf,
  administratorsOf,
  isAdministrator,
  membersOf,
  roleGroupOf,
  namesOf,
  organizationsOpenTo,
  suspendedIn,
  type Member,
  type Organization,
} from "./memberships.ts";
export { type Billing, findBilling, planWrite } from "./plan-change.ts";
export { findSettings, type OrganizationSettings, settingsUpdate } from "./settings.ts";
export { featureSwitch, findFeatures } from "./features.ts";
export { allOrganizations, findListed, type ListedOrganization } from "./listing.ts";
export { settingsFor } from "./regions.ts";
export { findRemovable, organizationRemoval, type Removable } from "./removal.ts";
export { forgetVisits, noteVisitor, visitorName, visitorsOf } from "./family/access.ts";
export { attach, detachChildren, requireParent } from "./family/bonds.ts";
export { noteActivity } from "./activity.ts";
export { addMember, memberRemoval, membershipWrites, memberUpdate } from "./members.ts";
export { sessionsEnded, suspension } from "./suspension.ts";
export { membersAreRemindedBySms, memberSmsSwitch, remindsMembersBySms } from "./sms-to-members.ts";
export { quietHoursChange, smsQuietHours } from "./sms-quiet-hours.ts";
export { twoStepRequirement, twoStepSwitch } from "./two-step.ts";
export { requireAdministrator, viewAsCookie } from "./roles/procedures.ts";
export { findRole, presetRolesFor, roleCounted, rolesOf } from "./roles/store.ts";

/** Organization that a person works in. It is only a choice: the membership is read with every request. */
export const organizationCookie = "kartis_org";

/** The cookie that keeps the choice for a year. */
export const organizationChoice = (orgId: OrgId): Cookie => ({
  name: organizationCookie,
  value: orgId,
  maxAgeSeconds: 365 * 86_400,
});

/** The writes and the change that make an organization with its owner, for a `commit()` at `at`. */
export function organizationCreation(organization: Organization, owner: User, at: string): { writes: Write[]; change: Change } {
  const { id: orgId, plan, phone, ...values } = organization;
  const after = {
    ...values,
    ...(phone ? { phone } : {}),
    planType: plan.type,
    ...(plan.endsAt ? { planEndsAt: plan.endsAt } : {}),
  };
  return {
    writes: [
      put(
        organizationEntity()
          .create({ orgId, kind: "organization", version: 1, createdAt: at, ...after })
          .params(),
        "stale",
      ),
      ...membershipWrites(orgId, organization.name, owner, { systemRole: "OWNER" }, at),
    ],
    change: { action: "organization.create", subject: { kind: "organization", id: orgId }, version: 1, before: null, after },
  };
}

export const organizationProcedures = [
  ...memberProcedures,
  ...memberRoleProcedures,
  ...roleProcedures,
  ...familyProcedures,
] as const;
