import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { meetingProcedures, taskProcedures } from "../activities/index.ts";
import { organizerIdOf } from "../activities/invitations/organizer.ts";
import { cardProcedures, cardTypeProcedures, findCards } from "../cards/index.ts";
import { identityProcedures } from "../identity/index.ts";
import { errorShape } from "../kernel/error.ts";
import type { ActivityId, OperationId } from "../kernel/id.ts";
import type { Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { limits, usedOf } from "../plans/index.ts";
import { membersProcedures } from "./index.ts";

const [invite, invitations, resend, revoke] = [
  named(membersProcedures, "members.invite"),
  named(membersProcedures, "members.invitations"),
  named(membersProcedures, "members.resendInvitation"),
  named(membersProcedures, "members.revokeInvitation"),
];
const [find, accept, acceptAsNew] = [
  named(membersProcedures, "invitations.find"),
  named(membersProcedures, "invitations.accept"),
  named(membersProcedures, "invitations.acceptAsNew"),
];
const [holdings, remove] = [named(membersProcedures, "members.holdings"), named(membersProcedures, "members.remove")];
const members = named(organizationProcedures, "members.details");
const roles = named(organizationProcedures, "roles.list");
const transfer = named(organizationProcedures, "organizations.transfer");
const me = named(identityProcedures, "identity.me");

let backend: Backend;
let owner: Owner;
let time = Date.now();
const clock = { now: () => time };
const day = 86_400_000;

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
/** The token of the newest link that was mailed to the address. */
async function linkTo(email: string): Promise<string> {
  expect(await sendIntended(owner.orgId)).toBe(0);
  return (
    /\/invitations\/([\w.-]+)/.exec(JSON.stringify(backend.engines.mail.listMails({ to: email })[0]))?.[1] ??
    expect.fail("no mail")
  );
}
let counter = 0;
const newEmail = () => `invited${++counter}.${process.pid}@example.com`;
const asked = { systemRole: "BASIC", roleId: null, language: "en" } as const;
const roleCount = async (roleId: string) => (await owner.call(roles, {})).find(({ id }) => id === roleId)?.memberCount;
const account = { name: "Dana Levi", password: "a long enough password", language: "en" } as const;

describe("an invitation", () => {
  it("is accepted once by anyone with the link: an account, a membership with its role, and its seat", async () => {
    const [role = expect.fail()] = await owner.call(roles, {});
    const email = newEmail();
    expect(await owner.call(invite, { ...asked, emails: [email.toUpperCase()], roleId: role.id })).toEqual([
      { email, outcome: "invited" },
    ]);
    expect(await roleCount(role.id)).toBe(1);
    expect(await usedOf(owner.orgId, "users")).toBe(2);
    const token = await linkTo(email);
    const dana = new Visitor(clock);
    expect(await dana.call(find, { token })).toMatchObject({ email, inviterName: expect.stringContaining("Owner") });
    await dana.call(acceptAsNew, { ...account, token });
    expect((await dana.call(me, {})).organization?.id).toBe(owner.orgId);
    const listed = (await owner.call(members, {})).find((member) => member.email === email);
    expect(listed).toMatchObject({ name: "Dana Levi", roleId: role.id, invitedAt: expect.any(String) });
    expect(await owner.call(invitations, {})).toEqual([]);
    expect(await roleCount(role.id)).toBe(1);
    expect(await usedOf(owner.orgId, "users")).toBe(2);
    expect(await shapeOf(new Visitor(clock).call(acceptAsNew, { ...account, token }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("for an address with an account is accepted by signing in to it, and not otherwise", async () => {
    const other = await newOwner({ clock });
    const { user } = await other.call(me, {});
    await owner.call(invite, { ...asked, emails: [user.email] });
    const token = await linkTo(user.email);
    expect(await shapeOf(new Visitor(clock).call(acceptAsNew, { ...account, token }))).toMatchObject({
      messageKey: "errors.signInToAccept",
    });
    const stranger = await newOwner({ clock });
    expect(await shapeOf(stranger.call(accept, { token }))).toMatchObject({ code: "FORBIDDEN" });
    await other.call(accept, { token });
    expect((await other.call(me, {})).memberships.map(({ orgId }) => orgId)).toContain(owner.orgId);
  });

  it("expires after seven days and releases its seat; sent again it takes one, under a new link", async () => {
    const email = newEmail();
    await owner.call(invite, { ...asked, emails: [email] });
    const first = await linkTo(email);
    expect(await shapeOf(owner.call(resend, { email }))).toMatchObject({ code: "TOO_MANY_REQUESTS", params: { minutes: 5 } });
    time += 7 * day;
    expect(await shapeOf(new Visitor(clock).call(find, { token: first }))).toMatchObject({ messageKey: "errors.invitationOver" });
    expect(await owner.call(invitations, {})).toMatchObject([{ email, isExpired: true }]);
    await owner.call(invite, { ...asked, emails: [newEmail()] });
    expect(await usedOf(owner.orgId, "users")).toBe(2);
    await owner.call(resend, { email });
    expect(await usedOf(owner.orgId, "users")).toBe(3);
    const second = await linkTo(email);
    expect(second).not.toBe(first);
    expect(await new Visitor(clock).call(find, { token: second })).toMatchObject({ email });
    await owner.call(revoke, { email });
    expect(await usedOf(owner.orgId, "users")).toBe(2);
    expect(await shapeOf(new Visitor(clock).call(find, { token: second }))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("is refused beyond the plan's seats, all or nothing, however many are sent at once", async () => {
    const seats = limits.TRIAL.users ?? 0;
    const many = (count: number) => Array.from({ length: count }, newEmail);
    expect(await shapeOf(owner.call(invite, { ...asked, emails: many(seats) }))).toMatchObject({ code: "PAYMENT_REQUIRED" });
    await owner.call(invite, { ...asked, emails: many(seats - 4) });
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => shapeOf(owner.call(invite, { ...asked, emails: many(1) }))),
    );
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
    expect(outcomes.filter((outcome) => outcome?.messageKey === "errors.limit.users")).toHaveLength(3);
    expect(await usedOf(owner.orgId, "users")).toBe(seats);
  });

  it("is not sent by a basic member, nor twice, nor to a member", async () => {
    const [role = expect.fail()] = await owner.call(roles, {});
    const member = await newMember(owner, { roleId: role.id });
    expect(await shapeOf(member.call(invite, { ...asked, emails: [newEmail()] }))).toMatchObject({
      messageKey: "errors.onlyAdministrators",
    });
    const email = newEmail();
    await owner.call(invite, { ...asked, emails: [email] });
    const { user } = await member.call(me, {});
    expect(await owner.call(invite, { ...asked, emails: [email, user.email, email] })).toEqual([
      { email, outcome: "invitedBefore" },
      { email: user.email, outcome: "member" },
    ]);
  });
});

describe("a removed member", () => {
  it("is out with their next request; their cards go to the chosen person, their seat and role are free", async () => {
    const [role = expect.fail()] = await owner.call(roles, {});
    const member = await newMember(owner, { roleId: role.id });
    const heir = await newMember(owner, { systemRole: "ADMIN" });
    const types = await owner.call(named(cardProcedures, "cards.types"), {});
    const cardIds = await Promise.all(
      types.map(async ({ id }) => {
        const fields = { name: "Theirs", owner: member.userId };
        return (await owner.call(named(cardProcedures, "cards.create"), { typeId: id, fields })).id;
      }),
    );
    expect(await owner.call(holdings, { userId: member.userId })).toEqual({ cards: types.length, tasks: 0, meetings: 0 });
    expect(await shapeOf(owner.call(remove, { userId: member.userId, heirId: null }))).toMatchObject({
      fields: { heirId: "validation.required" },
    });
    const { operationId } = await owner.call(remove, { userId: member.userId, heirId: heir.userId });
    expect((await member.call(me, {})).organization).toBeNull();
    expect(await usedOf(owner.orgId, "users")).toBe(2);
    expect(await roleCount(role.id)).toBe(0);
    await run(operationId ?? expect.fail("no operation"));
    for (const cardId of cardIds)
      expect((await owner.call(named(cardProcedures, "cards.get"), { id: cardId })).fields["owner"]).toBe(heir.userId);
  });

  it("is replaced in every field that names them, in the trash and within merged cards too", async () => {
    const member = await newMember(owner, {});
    const heir = await newMember(owner, {});
    const plain = { displayed: true, required: false, internal: false, options: [] };
    const fields = ["fld_buyer", "fld_seller"].map((id) => ({ ...plain, id, type: "user" as const, label: id }));
    const draft = { name: "Deal", pluralName: "Deals of two", hue: "teal" as const, fields };
    const { id: typeId } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
    const [create, get, trash] = [
      named(cardProcedures, "cards.create"),
      named(cardProcedures, "cards.get"),
      named(cardProcedures, "cards.remove"),
    ];
    const theirs = { fld_buyer: member.userId, fld_seller: member.userId };
    const newDeal = async (name: string, values: Record<string, string>) =>
      (await owner.call(create, { typeId, fields: { name, owner: owner.userId, ...values } })).id;
    const [live, trashed, merged, other] = [
      await newDeal("Live", theirs),
      await newDeal("Trashed", theirs),
      await newDeal("Merged", theirs),
      await newDeal("Other", { fld_buyer: owner.userId }),
    ];
    await owner.call(trash, { cardId: trashed });
    await owner.call(named(cardProcedures, "cards.merge"), { survivorId: live, otherIds: [merged], choices: {} });
    expect(await owner.call(holdings, { userId: member.userId })).toEqual({ cards: 3, tasks: 0, meetings: 0 });
    const { operationId } = await owner.call(remove, { userId: member.userId, heirId: heir.userId });
    await run(operationId ?? expect.fail("no operation"));
    for (const cardId of [live, trashed, merged]) {
      const card = (await findCards(owner.orgId, [cardId])).get(cardId);
      expect(card?.fields).toMatchObject({ owner: owner.userId, fld_buyer: heir.userId, fld_seller: heir.userId });
    }
    expect((await owner.call(get, { id: other })).fields).toMatchObject({ fld_buyer: owner.userId });
    expect((await owner.call(get, { id: other })).version).toBe(1);
  });

  it("leaves what they have not done to the heir, and keeps what they have", async () => {
    const member = await newMember(owner, {});
    const heir = await newMember(owner, {});
    const [create, update, get] = [
      named(taskProcedures, "tasks.create"),
      named(taskProcedures, "tasks.update"),
      named(taskProcedures, "tasks.get"),
    ];
    const task = async (title: string) => (await owner.call(create, { title, due: "2030-01-01", assignedTo: member.userId })).id;
    const [open, done, trashed] = [await task("Open"), await task("Done"), await task("Trashed")];
    await owner.call(update, { taskId: done, done: true });
    await owner.call(named(taskProcedures, "tasks.remove"), { taskId: trashed });
    expect(await owner.call(holdings, { userId: member.userId })).toEqual({ cards: 0, tasks: 2, meetings: 0 });
    expect(await shapeOf(owner.call(remove, { userId: member.userId, heirId: null }))).toMatchObject({
      fields: { heirId: "validation.required" },
    });
    const { operationId } = await owner.call(remove, { userId: member.userId, heirId: heir.userId });
    await run(operationId ?? expect.fail("no operation"));
    const assigneeOf = async (taskId: typeof open) => (await owner.call(get, { taskId })).assignedTo;
    expect([await assigneeOf(open), await assigneeOf(done), await assigneeOf(trashed)]).toEqual([
      heir.userId,
      member.userId,
      heir.userId,
    ]);
  });

  it("leaves all of it to the heir, also tasks of which few fit a transaction", { timeout: 300_000 }, async () => {
    const [member, heir] = [await newMember(owner, {}), await newMember(owner, {})];
    const [create, get] = [named(taskProcedures, "tasks.create"), named(taskProcedures, "tasks.get")];
    const checklist = Array.from({ length: 100 }, (_, at) => ({ id: `i${at}`, text: "€".repeat(500) }));
    const long = { title: "Report", due: "2030-01-01", description: "€".repeat(20_000), checklist };
    const ids: ActivityId[] = [];
    for (let at = 0; at < 24; at++) ids.push((await owner.call(create, { ...long, assignedTo: member.userId })).id);
    const { operationId } = await owner.call(remove, { userId: member.userId, heirId: heir.userId });
    await run(operationId ?? expect.fail("no operation"));
    const assignees = await Promise.all(ids.map(async (taskId) => (await owner.call(get, { taskId })).assignedTo));
    expect(new Set(assignees)).toEqual(new Set([heir.userId]));
  });

  it("leaves their place in meetings to come to the heir, and what they organized theirs", async () => {
    const [member, heir] = [await newMember(owner, { systemRole: "ADMIN" }), await newMember(owner, {})];
    const [create, update, get] = [
      named(meetingProcedures, "meetings.create"),
      named(meetingProcedures, "meetings.update"),
      named(meetingProcedures, "meetings.get"),
    ];
    const meeting = async (more: object) =>
      (await member.call(create, { title: "Site visit", start: "2090-01-02T10:00Z", ...more })).id;
    const past = await meeting({ start: "2020-01-01T10:00Z" });
    const both = await meeting({ participants: [member.userId, heir.userId] });
    const withGuestsAlone = await meeting({ participants: [], guests: [{ email: "guest@galil.example" }] });
    const weekly = await meeting({ repeat: { frequency: "day", every: 1, ends: { type: "never" } }, start: "2020-01-01T10:00Z" });
    await member.call(update, {
      meetingId: weekly,
      scope: "one",
      day: "2090-01-05",
      participants: [owner.userId, member.userId],
    });
    expect(await owner.call(holdings, { userId: member.userId })).toEqual({ cards: 0, tasks: 0, meetings: 3 });
    const { operationId } = await owner.call(remove, { userId: member.userId, heirId: heir.userId });
    await run(operationId ?? expect.fail("no operation"));
    const found = async (meetingId: typeof past) => owner.call(get, { meetingId });
    expect((await found(past)).participants).toEqual([member.userId]);
    expect(await found(both)).toMatchObject({ participants: [heir.userId], createdBy: member.userId });
    expect((await found(withGuestsAlone)).participants).toEqual([heir.userId]);
    // Whoever answers to an invitation now reaches the heir.
    expect(await organizerIdOf(owner.orgId, await found(both))).toBe(heir.userId);
    expect(await organizerIdOf(owner.orgId, { createdBy: member.userId, participants: [] })).toBeUndefined();
    expect(await found(weekly)).toMatchObject({
      participants: [heir.userId],
      exceptions: [{ day: "2090-01-05", participants: [owner.userId, heir.userId] }],
    });
  });

  it("is never the owner, nor the caller", async () => {
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    expect(await shapeOf(admin.call(remove, { userId: owner.userId, heirId: admin.userId }))).toMatchObject({
      messageKey: "errors.ownerStays",
    });
    expect(await shapeOf(admin.call(remove, { userId: admin.userId, heirId: null }))).toMatchObject({
      messageKey: "errors.removeOneself",
    });
  });
});

it("an organization is handed over by its owner, who stays as an administrator; of two at once one succeeds", async () => {
  const [first, second] = await Promise.all([newMember(owner, { systemRole: "ADMIN" }), newMember(owner, {})]);
  expect(await shapeOf(first.call(transfer, { userId: first.userId }))).toMatchObject({ messageKey: "errors.onlyOwner" });
  const outcomes = await Promise.all([first, second].map(({ userId }) => shapeOf(owner.call(transfer, { userId }))));
  expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
  const owners = (await owner.call(members, {})).filter(({ systemRole }) => systemRole === "OWNER");
  expect(owners).toHaveLength(1);
  expect((await owner.call(me, {})).systemRole).toBe("ADMIN");
});

it("a basic member sees colleagues by name and picture only, and with a permission for the organization everything", async () => {
  const role = async (grants: Grants) =>
    (await owner.call(named(organizationProcedures, "roles.create"), { name: newEmail(), grants })).id;
  const plain = await newMember(owner, { roleId: await role({ "CARDS.read": "ORGANIZATION" }) });
  const names = await plain.call(named(organizationProcedures, "members.list"), {});
  expect(names.map(({ userId }) => userId)).toEqual(expect.arrayContaining([owner.userId, plain.userId]));
  for (const member of names) expect(Object.keys(member).toSorted()).toEqual(["avatarId", "isAssignable", "name", "userId"]);
  expect(await shapeOf(plain.call(members, {}))).toMatchObject({ code: "NO_PERMISSION" });
  const reader = await newMember(owner, { roleId: await role({ "ORGANIZATION.read": "USER" }) });
  expect((await reader.call(members, {})).find(({ userId }) => userId === plain.userId)).toMatchObject({
    email: expect.stringContaining("@"),
  });
});

it("a member's last activity is recorded to the hour", async () => {
  time += 6 * 60_000;
  await owner.call(me, {});
  const lastActive = async () => (await owner.call(members, {}))[0]?.lastActiveAt;
  const before = await lastActive();
  expect(before).toEqual(expect.any(String));
  time += 10 * 60_000;
  await owner.call(me, {});
  expect(await lastActive()).toBe(before);
  time += day;
  await owner.call(me, {});
  expect(await lastActive()).toBe(new Date(time).toISOString());
});

/** Runs it as the queue does. */
async function run(operationId: OperationId): Promise<void> {
  const attributes = { ApproximateReceiveCount: "1", SentTimestamp: "0", SenderId: "", ApproximateFirstReceiveTimestamp: "0" };
  const body = JSON.stringify({ orgId: owner.orgId, operationId });
  const answer = await handler({
    Records: [
      {
        messageId: "m",
        body,
        receiptHandle: "",
        attributes,
        messageAttributes: {},
        md5OfBody: "",
        eventSource: "aws:sqs",
        eventSourceARN: "",
        awsRegion: "",
      },
    ],
  });
  expect(answer).toEqual({ batchItemFailures: [] });
}
