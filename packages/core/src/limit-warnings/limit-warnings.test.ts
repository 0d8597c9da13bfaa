import { notifying } from "@kartis/events/plans/on-used.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { givePlan } from "../billing/index.ts";
import { commitContextOf } from "../data/commit.ts";
import { principalOf } from "../kernel/actor.ts";
import { notificationProcedures } from "../notifications/index.ts";
import { limits, recount } from "../plans/index.ts";
import { profileProcedures } from "../profiles/index.ts";
import { findUser } from "../users/index.ts";
import { limitWarningProcedures, watch } from "./index.ts";
import { type WatchedLimit, watchedLimits } from "./rules.ts";
import { limitsAfter } from "./triggers.ts";

const warnings = named(limitWarningProcedures, "plans.warnings");
const dismiss = named(limitWarningProcedures, "plans.dismissWarning");
const updateProfile = named(profileProcedures, "profile.update");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const allowed = limits.FREE.cards ?? 0;

/** An organization on the free plan, whose usage a test sets. */
async function onFreePlan() {
  const owner = await newOwner({ template: "empty" });
  const context = await owner.context();
  await givePlan(commitContextOf({ ...context, principal: principalOf(context.actor), level: "ORGANIZATION" }), "FREE", null);
  const look = (...others: WatchedLimit[]) => watch(owner.orgId, ["cards", ...others], owner.clock, notifying(owner.clock));
  const use = async (share: number) => {
    await recount(owner.orgId, "FREE", "cards", Math.round(allowed * share));
    await look();
  };
  return { owner, use, look };
}

async function mailsTo({ userId, orgId }: Owner): Promise<string[]> {
  expect(await sendIntended(orgId)).toBe(0);
  const user = await findUser(userId);
  return backend.engines.mail.listMails({ to: user?.email ?? "", limit: 100 }).map(({ subject }) => subject ?? "");
}

describe("mails", () => {
  it("go to owner and administrators once for each level, and again when usage has fallen and risen", async () => {
    const { owner, use } = await onFreePlan();
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    const basic = await newMember(owner, {});
    await use(0.79);
    expect(await mailsTo(owner)).toEqual([]);
    await use(0.8);
    await use(0.85);
    expect(await mailsTo(owner)).toEqual([expect.stringMatching(/cards nearly used up, 800 of 1,000/)]);
    expect(await mailsTo(admin)).toHaveLength(1);
    await use(1);
    await use(0.9);
    expect((await mailsTo(owner))[0]).toMatch(/no room for more cards/);
    expect(await mailsTo(owner)).toHaveLength(2);
    await use(0.5);
    await use(0.81);
    expect(await mailsTo(owner)).toHaveLength(3);
    expect(await mailsTo(basic)).toEqual([]);
  });

  it("for a rise that ten see at once go out once", async () => {
    const { owner, look } = await onFreePlan();
    await recount(owner.orgId, "FREE", "cards", allowed);
    await Promise.all(Array.from({ length: 10 }, () => look("users")));
    expect(await mailsTo(owner)).toEqual([expect.stringMatching(/no room for more cards/)]);
  });

  it("are in the reader's language, and not sent to those who do not want them", async () => {
    const { owner, use } = await onFreePlan();
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    await owner.call(updateProfile, { language: "ru" });
    await admin.call(updateProfile, { notifications: { planLimits: false } });
    await use(0.8);
    expect(await mailsTo(owner)).toEqual([expect.stringMatching(/лимит почти исчерпан/)]);
    expect(await mailsTo(admin)).toEqual([]);
  });
});

it("of the runs of a month says when automations start again, and begins anew in the next month", async () => {
  const owner = await newOwner({ template: "empty" });
  const limit = limits.TRIAL.automationRunsPerMonth ?? expect.fail("no limit");
  const at = new Date(owner.clock.now()).toISOString();
  const use = async (share: number) => {
    await recount(owner.orgId, "TRIAL", "automationRunsPerMonth", Math.round(limit * share), at);
    await watch(owner.orgId, ["automationRunsPerMonth"], owner.clock, notifying(owner.clock));
    const user = await findUser(owner.userId);
    expect(await sendIntended(owner.orgId)).toBe(0);
    return backend.engines.mail.listMails({ to: user?.email ?? "", limit: 1 })[0];
  };
  expect(await use(0.8)).toMatchObject({
    subject: expect.stringContaining("automation runs this month nearly used up, 4,000 of 5,000"),
    text: expect.stringContaining("automations no longer start until next month"),
  });
  await owner.call(updateProfile, { language: "he" });
  expect(await use(1)).toMatchObject({ text: expect.stringContaining("אוטומציות יופעלו שוב בחודש הבא") });
  const list = () => owner.call(warnings, {});
  expect(await list()).toMatchObject([{ limit: "automationRunsPerMonth", level: 100, used: limit, allowed: limit }]);
  const later = { now: () => owner.clock.now() + 31 * 86_400_000 };
  await watch(owner.orgId, ["automationRunsPerMonth"], later, notifying(later));
  await recount(owner.orgId, "TRIAL", "automationRunsPerMonth", limit, new Date(later.now()).toISOString());
  await watch(owner.orgId, ["automationRunsPerMonth"], later, notifying(later));
  expect(await sendIntended(owner.orgId)).toBe(0);
  const user = await findUser(owner.userId);
  expect(backend.engines.mail.listMails({ to: user?.email ?? "", limit: 100 })).toHaveLength(3);
});

it("is among the notifications of owner and administrators, once for each rise, as their settings say", async () => {
  const { owner, use, look } = await onFreePlan();
  const [admin, quiet] = [await newMember(owner, { systemRole: "ADMIN" }), await newMember(owner, { systemRole: "ADMIN" })];
  const basic = await newMember(owner, {});
  await quiet.call(updateProfile, { notifications: { planLimits: false } });
  const list = named(notificationProcedures, "notifications.list");
  const received = async (who: Owner) => (await who.call(list, {})).rows.map(({ kind, details }) => ({ kind, ...details }));
  await use(0.8);
  await use(0.85);
  const near = { kind: "planLimit", limit: "cards", level: 80, used: 800, allowed };
  expect([await received(owner), await received(admin)]).toEqual([[near], [near]]);
  // Counted once: two counts at a time would go beyond each other, and usage with them.
  await recount(owner.orgId, "FREE", "cards", allowed);
  await Promise.all(Array.from({ length: 10 }, () => look()));
  expect(await received(owner)).toMatchObject([{ level: 100 }, near]);
  await use(0.5);
  await use(0.81);
  expect(await received(owner)).toHaveLength(3);
  expect([await received(basic), await received(quiet)]).toEqual([[], []]);
});

describe("on screen", () => {
  it("shows current usage to every member, until each has dismissed it", async () => {
    const { owner, use } = await onFreePlan();
    const member = await newMember(owner, {});
    expect(await owner.call(warnings, {})).toEqual([]);
    await use(0.8);
    const cards = { limit: "cards", level: 80, used: 800, allowed, isDismissed: false };
    expect(await owner.call(warnings, {})).toEqual([cards]);
    await owner.call(dismiss, { limit: "cards", level: 80 });
    expect(await owner.call(warnings, {})).toEqual([{ ...cards, isDismissed: true }]);
    expect(await member.call(warnings, {})).toEqual([cards]);
    await use(1);
    expect(await owner.call(warnings, {})).toMatchObject([{ level: 100, isDismissed: false }]);
    await use(0.9);
    expect(await owner.call(warnings, {})).toMatchObject([{ level: 80, isDismissed: true }]);
    await use(0.1);
    expect(await owner.call(warnings, {})).toEqual([]);
    await use(0.8);
    expect(await owner.call(warnings, {})).toMatchObject([{ level: 80, isDismissed: false }]);
  });
});

it("checks the limits that an action may have moved, and all of them under another plan", () => {
  expect(limitsAfter(["card.create", "file.upload", "card.update"])).toEqual(["cards", "storage"]);
  expect(limitsAfter(["card.update"])).toEqual([]);
  expect(limitsAfter(["automation.execute", "task.create"])).toEqual(["activities", "automationRunsPerMonth"]);
  expect(limitsAfter(["plan.update"])).toEqual(watchedLimits);
});
