import { appCode } from "@kartis/tests/support/authenticator.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import { identityProcedures } from "../identity/index.ts";
import { startSession } from "../identity/sessions.ts";
import { errorShape } from "../kernel/error.ts";
import type { UserId } from "../kernel/id.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { authenticateToken } from "../tokens/authenticate.ts";
import { tokenProcedures } from "../tokens/index.ts";
import { membersProcedures } from "./index.ts";

const suspend = named(membersProcedures, "members.suspend");
const reinstate = named(membersProcedures, "members.reinstate");
const endSessions = named(membersProcedures, "members.endSessions");
const security = named(membersProcedures, "members.security");
const requireTwoStep = named(membersProcedures, "members.requireTwoStep");
const setRoles = named(organizationProcedures, "members.setRoles");
const list = named(organizationProcedures, "members.list");
const details = named(organizationProcedures, "members.details");
const transfer = named(organizationProcedures, "organizations.transfer");
const roles = named(organizationProcedures, "roles.list");
const me = named(identityProcedures, "identity.me");
const startTotp = named(identityProcedures, "identity.startTotp");
const enableTotp = named(identityProcedures, "identity.enableTotp");
const createToken = named(tokenProcedures, "tokens.create");

let backend: Backend;
let owner: Owner;
let time = Date.now();
const clock = { now: () => time };

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  time = Date.now();
  owner = await newOwner({ clock });
});

const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
/** A member of the owner's, and some time: records of one instant stand in no order. */
async function joined(place: Parameters<typeof newMember>[1]): Promise<Owner> {
  const member = await newMember(owner, place);
  time += 1000;
  return member;
}
const memberOf = async (userId: UserId) => (await owner.call(details, {})).find((member) => member.userId === userId);
const lastActions = async () => (await latestRecords(owner.orgId, 1, null))[0]?.changes.map(({ action }) => action);
/** Signs the person in again, as with a password. */
async function signInAgain(userId: UserId): Promise<Visitor> {
  time += 1000;
  const visitor = new Visitor(clock);
  await startSession(userId, await visitor.context());
  return visitor;
}
async function setUpTwoStep(person: Visitor): Promise<void> {
  const { secret } = await person.call(startTotp, {});
  await person.call(enableTotp, { code: appCode(secret, time) });
}

describe("a suspended member", () => {
  it("is signed out everywhere, may do nothing after signing in, and sees who has suspended them", async () => {
    const member = await joined({ systemRole: "ADMIN" });
    await owner.call(suspend, { userIds: [member.userId] });
    expect(await shapeOf(member.call(me, {}))).toMatchObject({ code: "UNAUTHORIZED" });
    expect(await lastActions()).toEqual(["member.suspend"]);
    expect((await memberOf(member.userId))?.suspendedAt).toBe(new Date(time).toISOString());

    const again = await signInAgain(member.userId);
    expect(await again.call(me, {})).toMatchObject({ organization: null, memberships: [], suspendedIn: [expect.any(String)] });
    expect(await shapeOf(again.call(details, {}))).toMatchObject({ code: "UNAUTHORIZED_NO_ORG" });
  });

  it("has tokens that rest, and that work again once they are reinstated", async () => {
    const member = await joined({ systemRole: "ADMIN" });
    const reading = { name: "Sync", grants: { "CARDS.read": "ORGANIZATION" }, expiresInDays: 30 } as const;
    const { secret: token } = await member.call(createToken, reading);
    expect(await authenticateToken(token, clock)).toBeDefined();
    await owner.call(suspend, { userIds: [member.userId] });
    expect(await authenticateToken(token, clock)).toBeUndefined();
    time += 1000;
    await owner.call(reinstate, { userIds: [member.userId] });
    expect(await lastActions()).toEqual(["member.reinstate"]);
    expect(await authenticateToken(token, clock)).toBeDefined();
    const again = await signInAgain(member.userId);
    expect((await again.call(me, {})).systemRole).toBe("ADMIN");
  });

  it("keeps name and picture for everybody's cards, but nobody can choose them, and colleagues do not learn more", async () => {
    const [colleague, other] = await Promise.all([joined({}), joined({})]);
    const seen = async () => (await colleague.call(list, {})).find(({ userId }) => userId === other.userId);
    const before = await seen();
    expect(before).toMatchObject({ isAssignable: true });
    await owner.call(suspend, { userIds: [other.userId] });
    expect(await seen()).toEqual({ ...before, isAssignable: false });
    time += 1000;
    await owner.call(reinstate, { userIds: [other.userId] });
    expect(await seen()).toEqual(before);
  });

  it("is never the owner nor oneself, and does not become the owner", async () => {
    const [admin, other] = await Promise.all([joined({ systemRole: "ADMIN" }), joined({})]);
    expect(await shapeOf(admin.call(suspend, { userIds: [other.userId, owner.userId] }))).toMatchObject({
      messageKey: "errors.ownerStays",
    });
    expect((await memberOf(other.userId))?.suspendedAt).toBeNull();
    expect(await shapeOf(admin.call(suspend, { userIds: [admin.userId] }))).toMatchObject({
      messageKey: "errors.suspendOneself",
    });
    await owner.call(suspend, { userIds: [other.userId] });
    expect(await shapeOf(owner.call(transfer, { userId: other.userId }))).toMatchObject({
      messageKey: "errors.memberSuspended",
    });
  });

  it("is suspended once: what is so already writes no record", async () => {
    const { userId } = await joined({});
    await owner.call(suspend, { userIds: [userId, userId] });
    const [before] = await latestRecords(owner.orgId, 1, null);
    await owner.call(suspend, { userIds: [userId] });
    expect((await latestRecords(owner.orgId, 1, null))[0]?.id).toBe(before?.id);
  });
});

it("a basic member whose role may change the organization still suspends nobody, ends no sessions and asks for no second step", async () => {
  const create = named(organizationProcedures, "roles.create");
  const grants = { "ORGANIZATION.update": "ORGANIZATION", "ROLES.update": "ORGANIZATION" } as const;
  const { id: roleId } = await owner.call(create, { name: "Office", grants });
  const [office, other] = await Promise.all([joined({ roleId }), joined({})]);
  const { userId } = other;
  const calls = [
    () => office.call(suspend, { userIds: [userId] }),
    () => office.call(reinstate, { userIds: [userId] }),
    () => office.call(endSessions, { userId }),
    () => office.call(security, {}),
    () => office.call(requireTwoStep, { required: true }),
    () => office.call(setRoles, { userIds: [userId], systemRole: "ADMIN", roleId: null }),
  ];
  for (const call of calls) expect(await shapeOf(call())).toMatchObject({ messageKey: "errors.onlyAdministrators" });
});

it("several members get a role in one record, all or none, and the role counts them", async () => {
  const [one, two] = await Promise.all([joined({}), joined({})]);
  const userIds = [one.userId, two.userId];
  const [from, to] = await owner.call(roles, {});
  if (!from || !to) return expect.fail("the template has roles");
  const counts = async () => {
    const found = new Map((await owner.call(roles, {})).map(({ id, memberCount }) => [id, memberCount]));
    return [found.get(from.id), found.get(to.id)];
  };
  await owner.call(setRoles, { userIds, systemRole: "BASIC", roleId: from.id });
  expect(await lastActions()).toEqual(["userRole.update", "userRole.update"]);
  expect(await counts()).toEqual([from.memberCount + 2, to.memberCount]);
  time += 1000;
  await owner.call(setRoles, { userIds, systemRole: "BASIC", roleId: to.id });
  expect(await counts()).toEqual([from.memberCount, to.memberCount + 2]);
  const withOwner = owner.call(setRoles, { userIds: [...userIds, owner.userId], systemRole: "ADMIN", roleId: null });
  expect(await shapeOf(withOwner)).toMatchObject({ messageKey: "errors.ownerKeepsRole" });
  expect((await memberOf(one.userId))?.systemRole).toBe("BASIC");
});

it("an administrator ends a member's sessions, and not the owner's", async () => {
  const [admin, member] = await Promise.all([joined({ systemRole: "ADMIN" }), joined({})]);
  const second = await signInAgain(member.userId);
  await admin.call(endSessions, { userId: member.userId });
  expect(await lastActions()).toEqual(["member.endSessions"]);
  for (const device of [member, second]) expect(await shapeOf(device.call(me, {}))).toMatchObject({ code: "UNAUTHORIZED" });
  expect(await (await signInAgain(member.userId)).call(me, {})).toMatchObject({ systemRole: "BASIC" });
  expect(await shapeOf(admin.call(endSessions, { userId: owner.userId }))).toMatchObject({ messageKey: "errors.onlyOwner" });
});

describe("two-step sign-in for everybody", () => {
  it("is asked for by somebody who has it, at each one's next sign-in, before anything else", async () => {
    const member = await joined({ systemRole: "ADMIN" });
    expect(await shapeOf(owner.call(requireTwoStep, { required: true }))).toMatchObject({
      messageKey: "errors.ownTwoStepFirst",
    });
    await setUpTwoStep(owner);
    time += 1000;
    await owner.call(requireTwoStep, { required: true });
    expect(await lastActions()).toEqual(["organization.update"]);
    expect(await owner.call(security, {})).toEqual({ isTwoStepRequired: true, withTwoStep: [owner.userId] });
    expect((await member.call(me, {})).organization, "a session that was open stays so").not.toBeNull();

    const again = await signInAgain(member.userId);
    expect(await again.call(me, {})).toMatchObject({ organization: null, twoStepFor: expect.any(String), permissions: {} });
    expect(await shapeOf(again.call(details, {}))).toMatchObject({
      code: "UNAUTHORIZED_NO_ORG",
      messageKey: "errors.twoStepRequired",
    });
    await setUpTwoStep(again);
    expect(await again.call(me, {})).toMatchObject({ organization: { id: owner.orgId }, twoStepFor: null });
    expect((await owner.call(security, {})).withTwoStep).toEqual(expect.arrayContaining([owner.userId, member.userId]));
  });

  it("is no longer asked for once it is not required", async () => {
    const member = await joined({});
    await setUpTwoStep(owner);
    await owner.call(requireTwoStep, { required: true });
    await owner.call(requireTwoStep, { required: false });
    expect((await (await signInAgain(member.userId)).call(me, {})).organization).not.toBeNull();
  });
});
