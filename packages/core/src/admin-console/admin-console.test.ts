import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type Owner, named, newOwner, Visitor } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { identityProcedures } from "../identity/index.ts";
import { startSession } from "../identity/sessions.ts";
import { newId } from "../kernel/id.ts";
import { smsSettingsProcedures } from "../sms/procedures.ts";
import { auditProcedures } from "../journal/index.ts";
import { tokenProcedures } from "../tokens/index.ts";
import { createUser, grantPlatformAdmin } from "../users/index.ts";
import { adminConsoleProcedures } from "./index.ts";
import { listFields } from "./rules.ts";
import type { OrganizationRow } from "./schema.ts";
import { select } from "./select.ts";

const list = named(adminConsoleProcedures, "adminConsole.organizations");
const get = named(adminConsoleProcedures, "adminConsole.getOrganization");
const updatePlan = named(adminConsoleProcedures, "adminConsole.updatePlan");
const switchFeature = named(adminConsoleProcedures, "adminConsole.switchFeature");
const impersonate = named(adminConsoleProcedures, "adminConsole.impersonate");
const exit = named(adminConsoleProcedures, "adminConsole.endImpersonation");
const audit = named(auditProcedures, "audit.search");
const create = named(cardProcedures, "cards.create");
const types = named(cardProcedures, "cards.types");
const me = named(identityProcedures, "identity.me");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

let count = 0;
/** A platform admin whose clock the test controls. */
async function newAdmin() {
  let shift = 0;
  const admin = new Visitor({ now: () => Date.now() + shift });
  const email = `support${++count}.${process.pid}@kartis.example`;
  const userId = await createUser({ name: "Sara Support", email, language: "en", passwordHash: undefined }, admin.clock);
  await grantPlatformAdmin(userId, admin.clock);
  await startSession(userId, await admin.context());
  return Object.assign(admin, { userId, pass: (minutes: number) => (shift += minutes * 60_000) });
}

const refusal = (code: string) => expect.objectContaining({ code });

describe("access", () => {
  it("is for platform admins only: not even for an owner, nor for one who was not an admin at sign-in", async () => {
    const owner = await newOwner();
    await expect(owner.call(list, {})).rejects.toEqual(refusal("FORBIDDEN"));
    await expect(new Visitor().call(list, {})).rejects.toEqual(refusal("UNAUTHORIZED"));
    await grantPlatformAdmin(owner.userId, owner.clock);
    await expect(owner.call(get, { orgId: owner.orgId })).rejects.toEqual(refusal("FORBIDDEN"));
  });

  it("opens the console for half a day after signing in", async () => {
    const admin = await newAdmin();
    await admin.call(list, {});
    admin.pass(12 * 60 + 1);
    await expect(admin.call(list, {})).rejects.toEqual(refusal("FORBIDDEN"));
  });
});

it("lists organizations matching a search, page by page", async () => {
  const admin = await newAdmin();
  const owners = [await newOwner(), await newOwner(), await newOwner()];
  const all = await admin.call(list, { limit: 100 });
  expect(all.rows.map(({ orgId }) => orgId)).toEqual(expect.arrayContaining(owners.map(({ orgId }) => orgId)));
  expect(all.rows.find(({ orgId }) => orgId === owners[0]?.orgId)).toMatchObject({ plan: "TRIAL", users: 1 });
  const first = await admin.call(list, { limit: 2 });
  const second = await admin.call(list, { limit: 2, cursor: first.nextCursor ?? 0 });
  expect([...first.rows, ...second.rows].map(({ orgId }) => orgId)).toEqual(all.rows.slice(0, 4).map(({ orgId }) => orgId));
  const { name } = all.rows[0] ?? expect.fail();
  const found = await admin.call(list, { filter: { field: "name", text: name.toUpperCase() } });
  expect(found.rows.every((row) => row.name.includes(name))).toBe(true);
});

const rows = fc.uniqueArray(
  fc.record({
    orgId: fc.uuid(),
    name: fc.string(),
    plan: fc.constantFrom("FREE", "TRIAL", "PRO"),
    users: fc.nat(20),
    usersLimit: fc.constant(null),
    createdAt: fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"),
    planEndsAt: fc.constantFrom(null, "2026-03-01T00:00:00Z"),
    lastActiveAt: fc.constantFrom(null, "2026-04-01T00:00:00Z", "2026-05-01T00:00:00Z"),
  }),
  { selector: ({ orgId }) => orgId },
);

it("sorts the same way whatever the input order, and loses no rows", () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...listFields), fc.constantFrom("asc", "desc"), (given, by, direction) => {
      const sorted = select<OrganizationRow>(given, undefined, { by, direction });
      expect(sorted).toEqual(select<OrganizationRow>(given.toReversed(), undefined, { by, direction }));
      expect(sorted).toHaveLength(given.length);
    }),
  );
});

it("changes the plan, in the customer's own journal", async () => {
  const [admin, owner] = [await newAdmin(), await newOwner()];
  await admin.call(updatePlan, { orgId: owner.orgId, plan: "PRO", endsAt: "2030-01-01T00:00:00.000Z" });
  expect(await admin.call(get, { orgId: owner.orgId })).toMatchObject({ plan: "PRO", planEndsAt: "2030-01-01T00:00:00.000Z" });
  const { entries } = await owner.call(audit, { actions: ["plan.update"] });
  expect(entries[0]).toMatchObject({ userId: admin.userId, after: { plan: "PRO" } });
});

it("tops the SMS balance up once for each id, in the customer's own journal, beside the month's allowance", async () => {
  const [owner, admin] = [await newOwner(), await newAdmin()];
  const topUp = named(adminConsoleProcedures, "adminConsole.topUpSms");
  const bought = { orgId: owner.orgId, parts: 250, reason: "Invoice 7", entryId: newId("sme") };
  await Promise.all([admin.call(topUp, bought), admin.call(topUp, bought)]);
  await admin.call(topUp, bought);
  const { balance } = await owner.call(named(smsSettingsProcedures, "sms.settings"), {});
  expect(balance).toMatchObject({ extra: 250, left: balance.allowance + 250 });
  expect(await admin.call(get, { orgId: owner.orgId })).toMatchObject({ extraSms: 250 });
  const { entries } = await owner.call(named(smsSettingsProcedures, "sms.entries"), {});
  expect(entries).toMatchObject([{ kind: "topUp", change: 250, by: admin.userId }]);
  const { entries: records } = await owner.call(audit, { actions: ["smsBalance.topUp"] });
  expect(records).toMatchObject([{ userId: admin.userId, after: { parts: 250, reason: "Invoice 7" } }]);
  await expect(owner.call(topUp, bought)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(admin.call(topUp, { ...bought, parts: 300 })).rejects.toMatchObject({ code: "CONFLICT" });
  for (const parts of [0, -5, 1.5, 100_001])
    await expect(admin.call(topUp, { ...bought, parts })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});

it("switches a flag on for one organization, in the customer's own journal", async () => {
  const [admin, owner, other] = [await newAdmin(), await newOwner(), await newOwner()];
  const { features } = await admin.call(get, { orgId: owner.orgId });
  expect(features).toEqual([
    { name: "dashboard", isOn: false },
    { name: "content-templates", isOn: false },
    { name: "chats", isOn: false },
  ]);
  await admin.call(switchFeature, { orgId: owner.orgId, feature: "dashboard", isOn: true });
  await admin.call(switchFeature, { orgId: owner.orgId, feature: "dashboard", isOn: true });
  expect(await owner.call(me, {})).toMatchObject({ features: ["dashboard"] });
  expect(await other.call(me, {})).toMatchObject({ features: [] });
  const { entries } = await owner.call(audit, { actions: ["organization.feature"] });
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({ userId: admin.userId, before: { dashboard: false }, after: { dashboard: true } });
  await admin.call(switchFeature, { orgId: owner.orgId, feature: "dashboard", isOn: false });
  expect(await owner.call(me, {})).toMatchObject({ features: [] });
  await expect(owner.call(switchFeature, { orgId: owner.orgId, feature: "dashboard", isOn: true })).rejects.toEqual(
    refusal("FORBIDDEN"),
  );
});

describe("acting as a member", () => {
  async function inside(): Promise<{ admin: Awaited<ReturnType<typeof newAdmin>>; owner: Owner }> {
    const [admin, owner] = [await newAdmin(), await newOwner()];
    await admin.call(impersonate, { orgId: owner.orgId, reason: "Ticket 4711", minutes: 15 });
    return { admin, owner };
  }

  it("shows the customer who came and why, and names both people in every change", async () => {
    const { admin, owner } = await inside();
    const typeId = (await admin.call(types, {}))[0]?.id ?? expect.fail();
    await admin.call(create, { typeId, fields: { name: "Made by support" } });
    const { entries } = await owner.call(audit, { limit: 2 });
    expect(entries[0]).toMatchObject({ action: "card.create", userId: owner.userId, impersonatedBy: admin.userId });
    expect(entries[1]).toMatchObject({
      action: "organization.impersonate",
      userId: admin.userId,
      after: { reason: "Ticket 4711", member: owner.userId },
    });
  });

  it("ends by itself, and when the admin leaves", async () => {
    const { admin, owner } = await inside();
    expect(await admin.call(me, {})).toMatchObject({ user: { id: owner.userId }, organization: { id: owner.orgId } });
    admin.pass(16);
    expect(await admin.call(me, {})).toMatchObject({ user: { id: admin.userId }, isPlatformAdmin: true });
    await admin.call(impersonate, { orgId: owner.orgId, reason: "Again", minutes: 15 });
    await admin.call(exit, {});
    expect(await admin.call(me, {})).toMatchObject({ user: { id: admin.userId }, impersonatedUntil: null });
  });

  it("reaches neither secrets, nor the person's own data, nor the console", async () => {
    const { admin, owner } = await inside();
    const calls = [
      () => admin.call(named(cardProcedures, "cards.reveal"), { cardId: "crd_01ARZ3NDEKTSV4RRFFQ69G5FAV", fieldId: "x" }),
      () => admin.call(named(tokenProcedures, "tokens.list"), {}),
      () =>
        admin.call(named(identityProcedures, "identity.changePassword"), { currentPassword: "a", password: "a long enough one" }),
      () => admin.call(named(identityProcedures, "identity.endOtherSessions"), {}),
      () => admin.call(list, {}),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refusal("FORBIDDEN"));
    expect(await owner.call(me, {})).toMatchObject({ user: { id: owner.userId }, impersonatedUntil: null });
  });
});
