/*
 * Organizations and who belongs to them. Owns: organizations, memberships.
 * Invariant: who may do what in an organization is read from here with every request, strongly consistent.
 * Records: organization.create.
 */
import * as z from "zod";
import { type Write, put } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { procedure } from "../kernel/procedure.ts";
import type { User } from "../users/index.ts";
import { membershipEntity, organizationEntity } from "./entity.ts";
import { membersOf, type Organization } from "./memberships.ts";

export { findMembership, findOrganization, membershipsOf, membersOf, type Member, type Organization } from "./memberships.ts";
export { settingsFor } from "./regions.ts";

/** Which of their organizations a person works in. Only a choice: the membership is read with every request. */
export const organizationCookie = "kartis_org";

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
        "replan",
      ),
      put(
        membershipEntity()
          .create({
            userId: owner.id,
            orgId,
            orgName: organization.name,
            name: owner.name,
            email: owner.email,
            systemRole: "OWNER",
            joinedAt: at,
          })
          .params(),
        "replan",
      ),
    ],
    change: { action: "organization.create", subject: { kind: "organization", id: orgId }, version: 1, before: null, after },
  };
}

const listMembers = procedure({
  name: "members.list",
  kind: "query",
  input: z.object({}),
  can: { member: "colleagues' names stand on cards" },
  run: async (_, { principal }) => membersOf(principal.orgId),
});

export const organizationProcedures = [listMembers] as const;
