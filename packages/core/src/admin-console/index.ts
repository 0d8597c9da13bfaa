/*
 * What the platform's own people do for customers. Owns nothing: organizations, plans and sessions do.
 * Invariant: only a platform admin can call anything here; what they do to a customer is recorded in the customer's own journal.
 * Records: organization.impersonate, organization.feature, smsBalance.topUp; plan.update through billing, organization.delete through deletion.
 */
import { givePlan, usageOf } from "../billing/index.ts";
import { commit, type CommitContext } from "../data/commit.ts";
import { deleteOrganization, type Deletion, deletions } from "../deletion/index.ts";
import { endImpersonation, startImpersonation } from "../identity/index.ts";
import { KartisError } from "../kernel/error.ts";
import { features } from "../kernel/feature.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import { procedure, type SignedInContext } from "../kernel/procedure.ts";
import {
  allOrganizations,
  featureSwitch,
  findFeatures,
  findListed,
  type ListedOrganization,
  membersOf,
} from "../organizations/index.ts";
import { limitOf, usedOf } from "../plans/index.ts";
import { isToppedUp, smsBalanceOf, topUp } from "../sms/index.ts";
import * as z from "zod";
import { findUser } from "../users/index.ts";
import {
  DeleteOrganizationInput,
  ImpersonateInput,
  ListInput,
  type OrganizationDetail,
  OrganizationRef,
  type OrganizationRow,
  SwitchFeatureInput,
  TopUpSmsInput,
  UpdatePlanInput,
} from "./schema.ts";
import { select } from "./select.ts";

const platform = { platform: "only the platform's own people see all organizations" } as const;

async function getListed(orgId: OrgId): Promise<ListedOrganization> {
  const found = await findListed(orgId);
  if (!found) throw new KartisError("NOT_FOUND", { messageKey: "errors.organizationNotFound" });
  return found;
}

const unread = (organization: ListedOrganization): OrganizationRow & { readonly orgId: OrgId } => ({
  ...organization,
  users: 0,
  usersLimit: limitOf(organization.plan, "users"),
});

async function withUsers<Row extends OrganizationRow & { readonly orgId: OrgId }>(rows: readonly Row[]): Promise<Row[]> {
  const rowsWithUsage: Row[] = [];
  for (let at = 0; at < rows.length; at += readAtOnce) {
    const part = rows.slice(at, at + readAtOnce);
    rowsWithUsage.push(...(await Promise.all(part.map(async (row) => ({ ...row, users: await usedOf(row.orgId, "users") })))));
  }
  return rowsWithUsage;
}
const readAtOnce = 50;

const list = procedure({
  name: "adminConsole.organizations",
  kind: "query",
  input: ListInput,
  can: platform,
  /**
   * Reads the index of organizations, some twenty to a read unit, and the usage of those on the page; usage of all of them only when sorting or filtering by
   * users.
   */
  async run({ filter, sort, cursor, limit }) {
    const all = (await allOrganizations()).map(unread);
    const usersDecide = filter?.field === "users" || sort.by === "users";
    const rows = select(usersDecide ? await withUsers(all) : all, filter, sort);
    const page = rows.slice(cursor, cursor + limit);
    return {
      rows: usersDecide ? page : await withUsers(page),
      total: rows.length,
      nextCursor: cursor + limit < rows.length ? cursor + limit : null,
    };
  },
});

const get = procedure({
  name: "adminConsole.getOrganization",
  kind: "query",
  input: OrganizationRef,
  can: platform,
  async run({ orgId }, { clock }): Promise<OrganizationDetail> {
    const [organization, members, on] = await Promise.all([getListed(orgId), membersOf(orgId), findFeatures(orgId)]);
    const [usage, sms] = await Promise.all([
      usageOf(orgId, organization.plan, clock),
      smsBalanceOf(orgId, organization.plan, new Date(clock.now()).toISOString()),
    ]);
    return {
      ...unread(organization),
      users: usage.find(({ name }) => name === "users")?.used ?? 0,
      registeredUsers: members.length,
      features: features.map((name) => ({ name, isOn: on?.features.includes(name) ?? false })),
      members: members.map(({ userId, name, email, systemRole }) => ({ userId, name, email, systemRole })),
      usage,
      extraSms: sms.extra,
    };
  },
});

/** The organization's own journal, with the platform admin as the actor. */
const journalOf = (orgId: OrgId, { actor, clock, requestId, origin }: SignedInContext): CommitContext => ({
  orgId,
  actor,
  clock,
  requestId,
  origin,
});

const updatePlan = procedure({
  name: "adminConsole.updatePlan",
  kind: "mutation",
  input: UpdatePlanInput,
  can: platform,
  async run({ orgId, plan, endsAt }, context): Promise<{ ok: true }> {
    await getListed(orgId);
    await givePlan(journalOf(orgId, context), plan, endsAt);
    return { ok: true };
  },
});

const topUpSms = procedure({
  name: "adminConsole.topUpSms",
  kind: "mutation",
  input: TopUpSmsInput,
  can: platform,
  /** Adds SMS parts that were bought; they last until they are used. Recorded in the customer's journal with its reason. Throws CONFLICT when the entry is another one's. */
  async run({ orgId, parts, reason, entryId }, context): Promise<{ ok: true }> {
    await getListed(orgId);
    const done = commit(journalOf(orgId, context), (at) =>
      Promise.resolve({
        writes: topUp({ orgId, at, userId: context.actor.userId }, parts, entryId),
        records: [
          {
            changes: [
              {
                action: "smsBalance.topUp",
                subject: { kind: "smsBalance", id: orgId },
                version: 1,
                before: null,
                after: { parts, reason },
              },
            ],
          },
        ],
        result: undefined,
      }),
    );
    await done.catch(async (error: unknown) => {
      const isTaken = entryId && error instanceof KartisError && error.code === "CONFLICT";
      if (!isTaken || !(await isToppedUp(orgId, entryId, parts))) throw error;
    });
    return { ok: true };
  },
});

const switchFeature = procedure({
  name: "adminConsole.switchFeature",
  kind: "mutation",
  input: SwitchFeatureInput,
  can: platform,
  /** Takes effect with the members' next request. */
  async run({ orgId, feature, isOn }, context): Promise<{ ok: true }> {
    await commit(journalOf(orgId, context), async () => {
      const current = await findFeatures(orgId);
      if (!current) throw new KartisError("NOT_FOUND", { messageKey: "errors.organizationNotFound" });
      const switched = featureSwitch(orgId, current, feature, isOn);
      if (!switched) return { writes: [], records: [], result: undefined };
      return { writes: [switched.write], records: [{ changes: [switched.change] }], result: undefined };
    });
    return { ok: true };
  },
});

const impersonate = procedure({
  name: "adminConsole.impersonate",
  kind: "mutation",
  input: ImpersonateInput,
  can: platform,
  /** Recorded in the customer's journal first; then, until the time is over, the admin's session acts as the member. */
  async run({ orgId, userId, reason, minutes }, context): Promise<{ until: string }> {
    await getListed(orgId);
    const members = await membersOf(orgId);
    const member = members.find((one) => (userId ? one.userId === userId : one.systemRole === "OWNER"));
    if (!member) throw new KartisError("NOT_FOUND", { messageKey: "errors.memberNotFound" });
    const until = new Date(context.clock.now() + minutes * 60_000).toISOString();
    await recordImpersonation(orgId, member.userId, { reason, until }, context);
    await startImpersonation(context.actor.sessionId, { orgId, userId: member.userId, until });
    return { until };
  },
});

async function recordImpersonation(
  orgId: OrgId,
  userId: UserId,
  recorded: { reason: string; until: string },
  context: SignedInContext,
): Promise<void> {
  await commit(journalOf(orgId, context), async () => ({
    writes: [],
    records: [
      {
        changes: [
          {
            action: "organization.impersonate",
            subject: { kind: "organization", id: orgId },
            version: 1,
            before: null,
            after: { member: userId, ...recorded },
          },
        ],
      },
    ],
    result: undefined,
  }));
}

const exit = procedure({
  name: "adminConsole.endImpersonation",
  kind: "mutation",
  input: z.object({}),
  can: { signedIn: "whoever acts as another may stop" },
  whileImpersonating: true,
  async run(_, { actor }): Promise<{ ok: true }> {
    await endImpersonation(actor.sessionId);
    return { ok: true };
  },
});

const remove = procedure({
  name: "adminConsole.deleteOrganization",
  kind: "mutation",
  input: DeleteOrganizationInput,
  can: platform,
  /** Deletes as the owner would. The reason stays with the platform, since the customer's journal is deleted too. */
  async run({ orgId, name, reason }, context): Promise<{ ok: true }> {
    await deleteOrganization(journalOf(orgId, context), context.actor.userId, { typed: name, reason });
    return { ok: true };
  },
});

const listDeletions = procedure({
  name: "adminConsole.deletions",
  kind: "query",
  input: z.object({}),
  can: platform,
  /** Every deleted organization and who deleted it; its name was deleted with it. */
  async run(): Promise<(Deletion & { deletedByName: string | null })[]> {
    const all = await deletions();
    const names = new Map<string, string>();
    for (const userId of new Set(all.map(({ deletedBy }) => deletedBy))) {
      const user = isId("usr", userId) ? await findUser(userId) : undefined;
      if (user) names.set(userId, user.name);
    }
    return all.map((deletion) => ({ ...deletion, deletedByName: names.get(deletion.deletedBy) ?? null }));
  },
});

export const adminConsoleProcedures = [
  list,
  get,
  updatePlan,
  topUpSms,
  switchFeature,
  impersonate,
  exit,
  remove,
  listDeletions,
] as const;
