/*
 * Organizations and who belongs to them. Owns: organizations, memberships.
 * Invariant: who may do what in an organization is read from here with every request, strongly consistent.
 * Records: organization.create.
 */
import * as z from "zod";
import { commit, put, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { systemActor } from "../kernel/actor.ts";
import type { Clock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import type { User } from "../users/index.ts";
import { membershipEntity, organizationEntity } from "./entity.ts";
import { type Member, membersOf, type Organization } from "./memberships.ts";

export {
  findMembership,
  membershipReads,
  findOrganization,
  membershipsOf,
  membersOf,
  type Member,
  type Organization,
} from "./memberships.ts";
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
      membershipWrite(orgId, organization.name, owner, "OWNER", at),
    ],
    change: { action: "organization.create", subject: { kind: "organization", id: orgId }, version: 1, before: null, after },
  };
}

const membershipWrite = (orgId: OrgId, orgName: string, user: User, systemRole: Member["systemRole"], at: string): Write =>
  put(
    membershipEntity()
      .create({ userId: user.id, orgId, orgName, name: user.name, email: user.email, systemRole, joinedAt: at })
      .params(),
    () => new KartisError("CONFLICT"),
  );

/** Makes the person a member. Throws CONFLICT for somebody who is one. */
export async function addMember(
  orgId: OrgId,
  orgName: string,
  user: User,
  systemRole: Member["systemRole"],
  clock: Clock,
): Promise<void> {
  await commit({ orgId, actor: systemActor(orgId, "demo"), clock, requestId: newId("req"), origin: "system" }, async (at) => ({
    writes: [membershipWrite(orgId, orgName, user, systemRole, at)],
    records: [
      {
        changes: [
          {
            action: "member.add",
            subject: { kind: "member", id: user.id },
            version: 1,
            before: null,
            after: { name: user.name, email: user.email, systemRole },
          },
        ],
      },
    ],
    result: undefined,
  }));
}

const listMembers = procedure({
  name: "members.list",
  kind: "query",
  input: z.object({}),
  can: { member: "colleagues' names stand on cards" },
  run: async (_, { principal }) => membersOf(principal.orgId),
});

export const organizationProcedures = [listMembers] as const;
