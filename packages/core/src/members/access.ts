import * as z from "zod";
import { commit, commitContextOf } from "../data/commit.ts";
import { endSessionsOf, hasApp, withApp } from "../identity/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { UserId } from "../kernel/id.ts";
import { type OrgContext, procedure } from "../kernel/procedure.ts";
import {
  findMember,
  membersOf,
  requireAdministrator,
  sessionsEnded,
  suspension,
  twoStepRequirement,
  twoStepSwitch,
} from "../organizations/index.ts";
import { disconnectMember } from "../realtime/index.ts";
import { MemberRef, SuspendInput, TwoStepInput } from "./schema.ts";

/** Writes the suspensions, or their ends, as one record. @returns whose access has changed by it. */
async function setSuspended(userIds: readonly UserId[], suspended: boolean, context: OrgContext): Promise<UserId[]> {
  requireAdministrator(context);
  const { orgId, userId: self } = context.principal;
  if (userIds.some((userId) => userId === self)) throw new KartisError("FORBIDDEN", { messageKey: "errors.suspendOneself" });
  const { result } = await commit(commitContextOf(context), async (at) => {
    const members = await Promise.all(userIds.map((userId) => findMember(orgId, userId)));
    const changed = members.flatMap((member) => {
      if (!member) throw new KartisError("NOT_FOUND");
      const made = suspension(orgId, member, suspended ? at : null);
      return made ? [{ ...made, userId: member.userId }] : [];
    });
    return {
      writes: changed.flatMap(({ writes }) => writes),
      records: changed.length > 0 ? [{ changes: changed.map(({ change }) => change) }] : [],
      result: changed.map(({ userId }) => userId),
    };
  });
  return result;
}

const suspend = procedure({
  name: "members.suspend",
  kind: "mutation",
  input: SuspendInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  /**
   * From their next request on they may do nothing here, and their API tokens rest. Their sessions end, also of those who are suspended already: what a call
   * that broke off has left open, the next one closes.
   */
  async run({ userIds }, context): Promise<{ ok: true }> {
    const suspended = [...new Set(userIds)];
    await setSuspended(suspended, true, context);
    for (const userId of suspended) await endAccess(userId, context);
    return { ok: true };
  },
});

const reinstate = procedure({
  name: "members.reinstate",
  kind: "mutation",
  input: SuspendInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  async run({ userIds }, context): Promise<{ ok: true }> {
    await setSuspended([...new Set(userIds)], false, context);
    return { ok: true };
  },
});

async function endAccess(userId: UserId, { principal: { orgId }, clock }: OrgContext): Promise<void> {
  await Promise.all([endSessionsOf(userId), disconnectMember(orgId, userId, clock)]);
}

const endSessions = procedure({
  name: "members.endSessions",
  kind: "mutation",
  input: MemberRef,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  /** Signs the member out on every device. The owner's sessions are the owner's alone to end. */
  async run({ userId }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    const { orgId, userId: self } = context.principal;
    await commit(commitContextOf(context), async () => {
      const member = await findMember(orgId, userId);
      if (!member) throw new KartisError("NOT_FOUND");
      if (member.systemRole === "OWNER" && userId !== self)
        throw new KartisError("FORBIDDEN", { messageKey: "errors.onlyOwner" });
      const { writes, change } = sessionsEnded(orgId, member);
      return { writes, records: [{ changes: [change] }], result: undefined };
    });
    await endAccess(userId, context);
    return { ok: true };
  },
});

const security = procedure({
  name: "members.security",
  kind: "query",
  input: z.object({}),
  can: ["ORGANIZATION", "update"],
  /** Members with two-step sign-in, and whether it is required. Accounts without it are easier to break into, so only admins see this. */
  async run(_, context): Promise<{ isTwoStepRequired: boolean; withTwoStep: UserId[] }> {
    requireAdministrator(context);
    const { orgId } = context.principal;
    const [{ since }, members] = await Promise.all([twoStepRequirement(orgId), membersOf(orgId)]);
    return { isTwoStepRequired: since !== null, withTwoStep: await withApp(members.map(({ userId }) => userId)) };
  },
});

const requireTwoStep = procedure({
  name: "members.requireTwoStep",
  kind: "mutation",
  input: TwoStepInput,
  can: ["ORGANIZATION", "update"],
  whileImpersonating: false,
  /**
   * From each member's next sign-in on. Throws PRECONDITION_FAILED for somebody who has not set it up themselves, who would be the first to stand before a
   * closed door.
   */
  async run({ required }, context): Promise<{ ok: true }> {
    requireAdministrator(context);
    const { orgId, userId } = context.principal;
    if (required && userId && !(await hasApp(userId)))
      throw new KartisError("PRECONDITION_FAILED", {
        messageKey: "errors.ownTwoStepFirst",
        targetRoute: "/settings/user",
      });
    await commit(commitContextOf(context), async (at) => {
      const made = twoStepSwitch(orgId, await twoStepRequirement(orgId), required ? at : null);
      return { writes: made?.writes ?? [], records: made ? [{ changes: [made.change] }] : [], result: undefined };
    });
    return { ok: true };
  },
});

export const accessProcedures = [suspend, reinstate, endSessions, security, requireTwoStep] as const;
