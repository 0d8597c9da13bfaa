import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { type JournalAction, journalActions } from "@kartis/core/data/journal.ts";
import { type UnrecordedReason, unrecordedReasons } from "@kartis/core/data/recording.ts";
import { startSession } from "@kartis/core/identity/sessions.ts";
import { type CardId, type CardTypeId, type OrgId, type RecordId, type RoleId } from "@kartis/core/kernel/id.ts";
import { tokenOf } from "@kartis/core/activities/invitations/token.ts";
import { createUser, grantPlatformAdmin } from "@kartis/core/users/index.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { handler as runOperation } from "@kartis/events/operations/on-requested.ts";
import { serveCheckout } from "@kartis/simulators/checkout.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appCode } from "../support/authenticator.ts";
import { type Backend, startBackend } from "../support/backend.ts";
import { post, storeFile } from "../support/files.ts";
import { sqsRecord } from "../support/sqs.ts";
import { mailedProof } from "../support/mailed-proof.ts";
import { sendIntended, troubledMail } from "../support/outbound.ts";
import { named, newMember, newOwner, type Owner, Visitor } from "../support/people.ts";

type AnyProcedure = (typeof procedures)[number];
type Mutation = Extract<AnyProcedure, { kind: "mutation" }>["name"];
const the = <Name extends AnyProcedure["name"]>(name: Name) => named(procedures, name);

/** The prepared call, and the organization whose journal shall record it; the owner's by default. */
type Ready = (() => Promise<unknown>) & { readonly orgId?: OrgId };
interface Case {
  /** What its record says, or why it has none. */
  readonly record: JournalAction | UnrecordedReason;
  /** Makes what the call needs, in an organization of its own. */
  readonly prepare: (owner: Owner) => Promise<Ready>;
}

const recorded = (record: JournalAction, prepare: Case["prepare"]): Case => ({ record, prepare });
const unrecorded = (record: UnrecordedReason, prepare: Case["prepare"]): Case => ({ record, prepare });
const started = (prepare: Case["prepare"]): Case => ({ record: "operation.start", prepare });
/** Of a person, wherever they belong: no organization's journal could record it. */
const ofNoOrganization = "a person's own account, sessions, devices and mails to themselves: of no organization";

const inOrganization = (orgId: OrgId, call: () => Promise<unknown>): Ready => Object.assign(() => call(), { orgId });

const label = { options: [], displayed: true, required: false, internal: false };
const draft = {
  name: "Site",
  pluralName: "Sites",
  hue: "blue" as const,
  fields: [
    { ...label, id: "fld_wifi", label: "Wifi", type: "password" as const },
    { ...label, id: "fld_next", label: "Next", type: "cardRelation" as const, relation: { typeIds: [], many: true } },
  ],
};
const typeOf = (owner: Owner) => owner.call(the("cardTypes.create"), { draft });
async function cardOf(owner: Owner, fields: Record<string, unknown> = {}): Promise<{ id: CardId; typeId: CardTypeId }> {
  const type = await typeOf(owner);
  return owner.call(the("cards.create"), { typeId: type.id, fields: { name: "Harbour", ...fields } });
}
async function twoCards(owner: Owner) {
  const one = await cardOf(owner);
  const other = await owner.call(the("cards.create"), { typeId: one.typeId, fields: { name: "Harbour 2" } });
  return [one.id, other.id, one.typeId] as const;
}
const taskOf = async (owner: Owner) => (await owner.call(the("tasks.create"), { title: "Call", due: "2030-01-01" })).id;
const meetingOf = async (owner: Owner) =>
  (await owner.call(the("meetings.create"), { title: "Site visit", start: "2030-01-01T10:00Z" })).id;
const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];
const commentOf = async (owner: Owner) =>
  (await owner.call(the("comments.create"), { cardId: (await cardOf(owner)).id, body: said("Hello") })).id;
const callOf = async (owner: Owner) =>
  (await owner.call(the("communications.create"), { type: "CALL", cardId: (await cardOf(owner)).id })).id;
const mailOn = (cardId: CardId) => ({ cardId, to: [{ email: "dana@x.example" }], subject: "Offer", body: said("Hello") });
const mailOf = async (owner: Owner) => (await owner.call(the("mails.send"), mailOn((await cardOf(owner)).id))).id;
const recordOf = ({ recordId }: { recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");
const roleOf = (owner: Owner) => owner.call(the("roles.create"), { name: "Some", grants: { "CARDS.read": "USER" } });
const viewOf = async (owner: Owner) =>
  owner.call(the("views.create"), { typeId: (await typeOf(owner)).id, name: "Mine", isPrivate: false, state: {} });
const taskViewOf = (owner: Owner) => owner.call(the("taskViews.create"), { name: "Mine", isPrivate: false, state: {} });
const withTemplates = async ({ orgId }: Owner) => {
  const admin = await newAdmin();
  await admin.call(the("adminConsole.switchFeature"), { orgId, feature: "content-templates", isOn: true });
};
const templateOf = (owner: Owner) =>
  owner.call(the("templates.create"), { name: "Offer", channel: "mail", texts: { en: { subject: "Offer", body: "Hello" } } });
const layoutOf = async (owner: Owner) => {
  const { id: typeId } = await typeOf(owner);
  const layout = await owner.call(the("layouts.create"), { typeId, layout: { title: "Short", groups: [] } });
  return { typeId, layout };
};
const operationOf = async (owner: Owner) => {
  const [a, b] = await twoCards(owner);
  return owner.call(the("bulk.start"), {
    selection: { cardIds: [a, b] },
    change: { kind: "edit", fields: { name: "Renamed" } },
  });
};
let counter = 0;
const newEmail = () => `invited${++counter}.${process.pid}@mutations.example`;
const invitation = { systemRole: "BASIC", roleId: null, language: "en" } as const;
const invited = async (owner: Owner, email = newEmail()) => {
  await owner.call(the("members.invite"), { ...invitation, emails: [email] });
  expect(await sendIntended(owner.orgId)).toBe(0);
  const [mail] = backend.engines.mail.listMails({ to: email });
  const token = /\/invitations\/([\w.-]+)/.exec(JSON.stringify(mail))?.[1] ?? expect.fail("no mail");
  return { email, token };
};
const emailOf = async (person: Visitor) => (await person.call(the("identity.me"), {})).user.email;

async function newAdmin(): Promise<Visitor> {
  const admin = new Visitor();
  const email = `platform${++counter}.${process.pid}@kartis.example`;
  const userId = await createUser({ name: "Sara Support", email, language: "en", passwordHash: undefined }, admin.clock);
  await grantPlatformAdmin(userId, admin.clock);
  await startSession(userId, await admin.context());
  return admin;
}
async function childOf(owner: Owner): Promise<Owner> {
  const child = await newOwner({ template: "empty" });
  const { code } = await owner.call(the("family.createCode"), {});
  await child.call(the("family.attach"), { code });
  return child;
}
/** A grant of the owner's organization in its child, as which the child's role acts. */
async function grantIn(owner: Owner, child: Owner): Promise<{ roleId: RoleId }> {
  const { id: roleId } = await roleOf(child);
  await owner.call(the("family.grant"), { childId: child.orgId, holder: "ADMIN", roleId });
  return { roleId };
}
/** A mail that the provider refused, so that a person has to decide about it. */
async function refusedMail(owner: Owner) {
  await owner.call(the("members.invite"), { ...invitation, emails: [newEmail()] });
  const trouble = troubledMail(backend.engines, "refused");
  await sendIntended(owner.orgId);
  trouble.end();
  const { effects } = await owner.call(the("outbound.list"), {});
  return effects[0]?.id ?? expect.fail("nothing to decide");
}
async function paid(owner: Owner) {
  const { checkoutId, url } = await owner.call(the("billing.checkout"), { plan: "PRO", cycle: "yearly" });
  await fetch(url, { method: "POST", body: new URLSearchParams({ outcome: "pay" }), redirect: "manual" });
  return checkoutId;
}
const picture = Uint8Array.from(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));

const cases: Readonly<Record<Mutation, Case | typeof ofNoOrganization>> = {
  "identity.signUp": ofNoOrganization,
  "unsubscribes.confirm": ofNoOrganization,
  "identity.confirmSignUp": ofNoOrganization,
  "identity.resetPassword": ofNoOrganization,
  "identity.signIn": ofNoOrganization,
  "identity.requestCode": ofNoOrganization,
  "identity.signInWithCode": ofNoOrganization,
  "identity.signOut": ofNoOrganization,
  "identity.completeSignIn": ofNoOrganization,
  "identity.startTotp": ofNoOrganization,
  "identity.enableTotp": ofNoOrganization,
  "identity.renewRecoveryCodes": ofNoOrganization,
  "identity.disableTotp": ofNoOrganization,
  "identity.startPasskeySignIn": ofNoOrganization,
  "identity.signInWithPasskey": ofNoOrganization,
  "identity.startPasskeySecondStep": ofNoOrganization,
  "identity.completeSignInWithPasskey": ofNoOrganization,
  "identity.startPasskey": ofNoOrganization,
  "identity.addPasskey": ofNoOrganization,
  "identity.renamePasskey": ofNoOrganization,
  "identity.removePasskey": ofNoOrganization,
  "push.add": ofNoOrganization,
  "push.remove": ofNoOrganization,
  "identity.endSession": ofNoOrganization,
  "identity.endOtherSessions": ofNoOrganization,
  "identity.changePassword": ofNoOrganization,
  "identity.switchOrganization": ofNoOrganization,
  "support.contact": ofNoOrganization,
  "templates.sendTest": ofNoOrganization,
  "adminConsole.endImpersonation": ofNoOrganization,
  "roles.viewAs": unrecorded("personal", async (owner) => {
    const { id: roleId } = await roleOf(owner);
    return () => owner.call(the("roles.viewAs"), { roleId });
  }),
  "profile.update": recorded("member.update", async (owner) => () => owner.call(the("profile.update"), { name: "New Name" })),
  "profile.setAvatar": recorded("member.update", async (owner) => {
    const fileId = await storeFile(owner, { name: "me.png", content: picture, purpose: "avatar" });
    return () => owner.call(the("profile.setAvatar"), { fileId });
  }),
  "account.export": started(async (owner) => () => owner.call(the("account.export"), {})),
  "account.delete": recorded("member.remove", async (owner) => {
    const member = await newMember(owner, { systemRole: "ADMIN" });
    const proof = await mailedProof(backend, member);
    return () => member.call(the("account.delete"), { proof });
  }),
  "organizations.create": recorded("organization.create", async (owner) => {
    const made = { name: "Another", language: "en", template: "empty" } as const;
    let orgId: OrgId | undefined;
    const call = async () => ({ orgId } = await owner.call(the("organizations.create"), made));
    return Object.defineProperty(call, "orgId", { get: () => orgId });
  }),
  "organizations.createChild": recorded(
    "organization.attach",
    async (owner) => () => owner.call(the("organizations.createChild"), { name: "Branch", language: "en", template: "empty" }),
  ),
  "organizations.update": recorded("organization.update", async (owner) => {
    const { version, phone, whatsappNumber, ...settings } = await owner.call(the("organizations.settings"), {});
    const changed = { ...settings, phone: phone ?? "", whatsappNumber: whatsappNumber ?? "", name: "Renamed" };
    return () => owner.call(the("organizations.update"), { ...changed, expectedVersion: version });
  }),
  "organizations.remove": recorded("organization.delete", async (owner) => {
    const { name } = await owner.call(the("organizations.settings"), {});
    return () => owner.call(the("organizations.remove"), { name });
  }),
  "organizations.transfer": recorded("userRole.update", async (owner) => {
    const { userId } = await newMember(owner, { systemRole: "ADMIN" });
    return () => owner.call(the("organizations.transfer"), { userId });
  }),
  "members.setRole": recorded("userRole.update", async (owner) => {
    const { userId } = await newMember(owner, { systemRole: "ADMIN" });
    const { id: roleId } = await roleOf(owner);
    return () => owner.call(the("members.setRole"), { userId, systemRole: "BASIC", roleId });
  }),
  "members.setRoles": recorded("userRole.update", async (owner) => {
    const { id: roleId } = await roleOf(owner);
    const people = await Promise.all([newMember(owner, {}), newMember(owner, {})]);
    const userIds = people.map(({ userId }) => userId);
    return () => owner.call(the("members.setRoles"), { userIds, systemRole: "BASIC", roleId });
  }),
  "members.suspend": recorded("member.suspend", async (owner) => {
    const { userId } = await newMember(owner, {});
    return () => owner.call(the("members.suspend"), { userIds: [userId] });
  }),
  "members.reinstate": recorded("member.reinstate", async (owner) => {
    const { userId } = await newMember(owner, {});
    await owner.call(the("members.suspend"), { userIds: [userId] });
    return () => owner.call(the("members.reinstate"), { userIds: [userId] });
  }),
  "members.endSessions": recorded("member.endSessions", async (owner) => {
    const { userId } = await newMember(owner, {});
    return () => owner.call(the("members.endSessions"), { userId });
  }),
  "members.requireTwoStep": recorded("organization.update", async (owner) => {
    const { secret } = await owner.call(the("identity.startTotp"), {});
    await owner.call(the("identity.enableTotp"), { code: appCode(secret, owner.clock.now()) });
    return () => owner.call(the("members.requireTwoStep"), { required: true });
  }),
  "members.invite": recorded(
    "inviteUser",
    async (owner) => () => owner.call(the("members.invite"), { ...invitation, emails: [newEmail()] }),
  ),
  "members.resendInvitation": recorded("invitation.resend", async () => {
    let time = Date.now();
    const owner = await newOwner({ template: "empty", clock: { now: () => time } });
    const { email } = await invited(owner);
    time += 3_600_000;
    return inOrganization(owner.orgId, () => owner.call(the("members.resendInvitation"), { email }));
  }),
  "members.revokeInvitation": recorded("invitation.revoke", async (owner) => {
    const { email } = await invited(owner);
    return () => owner.call(the("members.revokeInvitation"), { email });
  }),
  "members.remove": recorded("member.remove", async (owner) => {
    const { userId } = await newMember(owner, { systemRole: "ADMIN" });
    return () => owner.call(the("members.remove"), { userId, heirId: null });
  }),
  "invitations.accept": recorded("member.add", async (owner) => {
    const other = await newOwner({ template: "empty" });
    const { token } = await invited(owner, await emailOf(other));
    return () => other.call(the("invitations.accept"), { token });
  }),
  "invitations.acceptAsNew": recorded("member.add", async (owner) => {
    const { token } = await invited(owner);
    const account = { name: "Dana Levi", password: "a long enough password", language: "en" } as const;
    return () => new Visitor().call(the("invitations.acceptAsNew"), { ...account, token });
  }),
  "family.createCode": unrecorded("passing", async (owner) => () => owner.call(the("family.createCode"), {})),
  "family.attach": recorded("organization.attach", async (owner) => {
    const child = await newOwner({ template: "empty" });
    const { code } = await owner.call(the("family.createCode"), {});
    return () => child.call(the("family.attach"), { code });
  }),
  "family.detach": recorded("organization.detach", async (owner) => {
    const child = await childOf(owner);
    return () => child.call(the("family.detach"), {});
  }),
  "family.grant": recorded("organization.accessUpdate", async (owner) => {
    const child = await childOf(owner);
    const { id: roleId } = await roleOf(child);
    return inOrganization(child.orgId, () => owner.call(the("family.grant"), { childId: child.orgId, holder: "ADMIN", roleId }));
  }),
  "family.revoke": recorded("organization.accessUpdate", async (owner) => {
    const child = await childOf(owner);
    await grantIn(owner, child);
    return inOrganization(child.orgId, () => child.call(the("family.revoke"), { holder: "ADMIN", isRevoked: true }));
  }),
  "roles.create": recorded("role.create", async (owner) => () => roleOf(owner)),
  "roles.update": recorded("role.update", async (owner) => {
    const { id: roleId, version } = await roleOf(owner);
    return () => owner.call(the("roles.update"), { roleId, expectedVersion: version, name: "Other" });
  }),
  "roles.remove": recorded("role.delete", async (owner) => {
    const { id: roleId } = await roleOf(owner);
    return () => owner.call(the("roles.remove"), { roleId });
  }),
  "cardTypes.create": recorded("cardType.create", async (owner) => () => typeOf(owner)),
  "cardTypes.update": recorded("cardType.update", async (owner) => {
    const { id: typeId, version } = await typeOf(owner);
    return () => owner.call(the("cardTypes.update"), { typeId, expectedVersion: version, changes: { name: "Place" } });
  }),
  "cardTypes.updateFields": recorded("field.create", async (owner) => {
    const { id: typeId, version, fields } = await typeOf(owner);
    const added = [...fields, { ...label, label: "Note", type: "text" as const }];
    return () => owner.call(the("cardTypes.updateFields"), { typeId, expectedVersion: version, fields: added });
  }),
  "cardTypes.remove": recorded("cardType.delete", async (owner) => {
    const { id: typeId } = await typeOf(owner);
    return () => owner.call(the("cardTypes.remove"), { typeId });
  }),
  "cardTypes.reorder": recorded("cardType.update", async (owner) => {
    await typeOf(owner);
    const { id } = await typeOf(owner);
    return () => owner.call(the("cardTypes.reorder"), { typeIds: [id] });
  }),
  "layouts.create": recorded("layout.create", async (owner) => {
    const { id: typeId } = await typeOf(owner);
    return () => owner.call(the("layouts.create"), { typeId, layout: { title: "Short", groups: [] } });
  }),
  "layouts.update": recorded("layout.update", async (owner) => {
    const { typeId, layout } = await layoutOf(owner);
    const changes = { title: "Long" };
    return () => owner.call(the("layouts.update"), { typeId, layoutId: layout.id, expectedVersion: layout.version, changes });
  }),
  "layouts.remove": recorded("layout.delete", async (owner) => {
    const { typeId, layout } = await layoutOf(owner);
    return () => owner.call(the("layouts.remove"), { typeId, layoutId: layout.id });
  }),
  "layouts.reorder": recorded("layout.update", async (owner) => {
    const { typeId, layout } = await layoutOf(owner);
    const other = await owner.call(the("layouts.create"), { typeId, layout: { title: "Other", groups: [] } });
    return () => owner.call(the("layouts.reorder"), { typeId, layoutIds: [other.id, layout.id] });
  }),
  "meetings.create": recorded("meeting.create", async (owner) => () => meetingOf(owner)),
  "meetings.update": recorded("meeting.update", async (owner) => {
    const meetingId = await meetingOf(owner);
    return () => owner.call(the("meetings.update"), { meetingId, minutes: 30 });
  }),
  "meetings.reset": recorded("meeting.update", async (owner) => {
    const repeat = { frequency: "day", every: 1, ends: { type: "never" } } as const;
    const made = await owner.call(the("meetings.create"), {
      title: "Standup",
      start: "2030-01-01T10:00Z",
      timeZone: "UTC",
      repeat,
    });
    const one = { meetingId: made.id, day: "2030-01-02" };
    await owner.call(the("meetings.update"), { ...one, scope: "one", title: "Retrospective" });
    return () => owner.call(the("meetings.reset"), one);
  }),
  "meetings.answer": recorded("meeting.rsvp", async (owner) => {
    const guests = [{ email: "guest@x.example" }];
    const made = await owner.call(the("meetings.create"), { title: "Site visit", start: "2030-01-01T10:00Z", guests });
    const guestId = made.guests[0]?.id ?? expect.fail("no guest");
    return () => owner.call(the("meetings.answer"), { meetingId: made.id, guestId, rsvp: "ACCEPTED" });
  }),
  "meetings.remove": recorded("meeting.delete", async (owner) => {
    const meetingId = await meetingOf(owner);
    return () => owner.call(the("meetings.remove"), { meetingId });
  }),
  "meetings.restore": recorded("meeting.restore", async (owner) => {
    const meetingId = await meetingOf(owner);
    await owner.call(the("meetings.remove"), { meetingId });
    return () => owner.call(the("meetings.restore"), { meetingId });
  }),
  "comments.create": recorded("comment.create", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("comments.create"), { cardId, body: said("Hello") });
  }),
  "comments.update": recorded("comment.update", async (owner) => {
    const commentId = await commentOf(owner);
    return () => owner.call(the("comments.update"), { commentId, body: said("Good bye") });
  }),
  "comments.react": recorded("comment.update", async (owner) => {
    const commentId = await commentOf(owner);
    return () => owner.call(the("comments.react"), { commentId, reaction: "LIKE", on: true });
  }),
  "comments.remove": recorded("comment.delete", async (owner) => {
    const commentId = await commentOf(owner);
    return () => owner.call(the("comments.remove"), { commentId });
  }),
  "comments.restore": recorded("comment.restore", async (owner) => {
    const commentId = await commentOf(owner);
    await owner.call(the("comments.remove"), { commentId });
    return () => owner.call(the("comments.restore"), { commentId });
  }),
  "communications.create": recorded("communication.create", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("communications.create"), { type: "LINKEDIN", cardId, link: "https://linkedin.com/in/x" });
  }),
  "communications.update": recorded("communication.update", async (owner) => {
    const communicationId = await callOf(owner);
    return () => owner.call(the("communications.update"), { communicationId, status: "missed" });
  }),
  "communications.remove": recorded("communication.delete", async (owner) => {
    const communicationId = await callOf(owner);
    return () => owner.call(the("communications.remove"), { communicationId });
  }),
  "communications.restore": recorded("communication.restore", async (owner) => {
    const communicationId = await callOf(owner);
    await owner.call(the("communications.remove"), { communicationId });
    return () => owner.call(the("communications.restore"), { communicationId });
  }),
  "mails.send": recorded("mail.create", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("mails.send"), mailOn(cardId));
  }),
  "mails.update": recorded("mail.update", async (owner) => {
    const mailId = await mailOf(owner);
    return () => owner.call(the("mails.update"), { mailId, pinned: true });
  }),
  "mails.remove": recorded("mail.delete", async (owner) => {
    const mailId = await mailOf(owner);
    return () => owner.call(the("mails.remove"), { mailId });
  }),
  "mails.restore": recorded("mail.restore", async (owner) => {
    const mailId = await mailOf(owner);
    await owner.call(the("mails.remove"), { mailId });
    return () => owner.call(the("mails.restore"), { mailId });
  }),
  "calendarFeed.renew": recorded("calendarFeed.create", async (owner) => () => owner.call(the("calendarFeed.renew"), {})),
  "calendarFeed.update": recorded("calendarFeed.update", async (owner) => {
    await owner.call(the("calendarFeed.renew"), {});
    return () => owner.call(the("calendarFeed.update"), { includesTasks: true });
  }),
  "calendarFeed.remove": recorded("calendarFeed.delete", async (owner) => {
    await owner.call(the("calendarFeed.renew"), {});
    return () => owner.call(the("calendarFeed.remove"), {});
  }),
  "rsvp.answer": recorded("meeting.rsvp", async (owner) => {
    const guests = [{ id: "gst_dana", email: newEmail(), name: "Dana" }];
    const { id: meetingId } = await owner.call(the("meetings.create"), {
      title: "Site visit",
      start: "2030-01-01T10:00Z",
      guests,
    });
    const token = tokenOf({ orgId: owner.orgId, meetingId, guestId: "gst_dana" });
    return () => new Visitor().call(the("rsvp.answer"), { token, rsvp: "ACCEPTED" });
  }),
  "tasks.create": recorded(
    "task.create",
    async (owner) => () => owner.call(the("tasks.create"), { title: "Call", due: "2030-01-01" }),
  ),
  "tasks.update": recorded("task.update", async (owner) => {
    const taskId = await taskOf(owner);
    return () => owner.call(the("tasks.update"), { taskId, done: true });
  }),
  "tasks.updateMany": recorded("task.update", async (owner) => {
    const taskId = await taskOf(owner);
    return () => owner.call(the("tasks.updateMany"), { changes: [{ taskId, title: "Write" }] });
  }),
  "tasks.remove": recorded("task.delete", async (owner) => {
    const taskId = await taskOf(owner);
    return () => owner.call(the("tasks.remove"), { taskId });
  }),
  "tasks.removeMany": recorded("task.delete", async (owner) => {
    const taskIds = [await taskOf(owner)];
    return () => owner.call(the("tasks.removeMany"), { taskIds });
  }),
  "tasks.restore": recorded("task.restore", async (owner) => {
    const taskId = await taskOf(owner);
    await owner.call(the("tasks.remove"), { taskId });
    return () => owner.call(the("tasks.restore"), { taskId });
  }),
  "tasks.restoreMany": recorded("task.restore", async (owner) => {
    const taskIds = [await taskOf(owner)];
    await owner.call(the("tasks.removeMany"), { taskIds });
    return () => owner.call(the("tasks.restoreMany"), { taskIds });
  }),
  "cards.create": recorded("card.create", async (owner) => {
    const { id: typeId } = await typeOf(owner);
    return () => owner.call(the("cards.create"), { typeId, fields: { name: "Harbour" } });
  }),
  "cards.update": recorded("card.update", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("cards.update"), { cardId, fields: { name: "Renamed" } });
  }),
  "cards.updateMany": recorded("card.update", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("cards.updateMany"), { changes: [{ cardId, fields: { name: "Renamed" } }] });
  }),
  "cards.link": recorded("card.update", async (owner) => {
    const [cardId, targetId] = await twoCards(owner);
    return () => owner.call(the("cards.link"), { cardId, fieldId: "fld_next", targetId });
  }),
  "cards.unlink": recorded("card.update", async (owner) => {
    const [cardId, targetId] = await twoCards(owner);
    await owner.call(the("cards.link"), { cardId, fieldId: "fld_next", targetId });
    return () => owner.call(the("cards.unlink"), { cardId, fieldId: "fld_next", targetId });
  }),
  "cards.remove": recorded("card.delete", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("cards.remove"), { cardId });
  }),
  "cards.restore": recorded("card.restore", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    await owner.call(the("cards.remove"), { cardId });
    return () => owner.call(the("cards.restore"), { cardId });
  }),
  "cards.purge": recorded("card.purge", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    await owner.call(the("cards.remove"), { cardId });
    return () => owner.call(the("cards.purge"), { cardId });
  }),
  "cards.reveal": recorded("card.reveal", async (owner) => {
    const { id: cardId } = await cardOf(owner, { fld_wifi: "secret" });
    return () => owner.call(the("cards.reveal"), { cardId, fieldId: "fld_wifi" });
  }),
  "cards.merge": recorded("card.merge", async (owner) => {
    const [survivorId, otherId] = await twoCards(owner);
    return () => owner.call(the("cards.merge"), { survivorId, otherIds: [otherId] });
  }),
  "cards.unmerge": recorded("card.unmerge", async (owner) => {
    const [survivorId, otherId] = await twoCards(owner);
    const merged = await owner.call(the("cards.merge"), { survivorId, otherIds: [otherId] });
    return () => owner.call(the("cards.unmerge"), { recordId: recordOf(merged) });
  }),
  "cards.export": started(async (owner) => {
    const { typeId } = await cardOf(owner);
    return () => owner.call(the("cards.export"), { cardTypeId: typeId });
  }),
  "tasks.export": started(async (owner) => () => owner.call(the("tasks.export"), { timeZone: "UTC" })),
  "meetings.export": started(async (owner) => () => {
    const window = { from: "2030-01-01T00:00:00Z", until: "2030-02-01T00:00:00Z", timeZone: "UTC" };
    return owner.call(the("meetings.export"), window);
  }),
  "changes.undo": recorded("card.update", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    const changed = await owner.call(the("cards.update"), { cardId, fields: { name: "Renamed" } });
    return () => owner.call(the("changes.undo"), { recordId: recordOf(changed) });
  }),
  "changes.revert": started(async (owner) => {
    const { operationId } = await operationOf(owner);
    await runOperation({ Records: [sqsRecord({ orgId: owner.orgId, operationId })] });
    return () => owner.call(the("changes.revert"), { operationId });
  }),
  "bulk.start": started(async (owner) => {
    const { id } = await cardOf(owner);
    const change = { kind: "edit" as const, fields: { name: "Renamed" } };
    return () => owner.call(the("bulk.start"), { selection: { cardIds: [id] }, change });
  }),
  "operations.cancel": recorded("operation.cancel", async (owner) => {
    const { operationId } = await operationOf(owner);
    return () => owner.call(the("operations.cancel"), { operationId });
  }),
  "views.create": recorded("view.create", async (owner) => () => viewOf(owner)),
  "views.update": recorded("view.update", async (owner) => {
    const { id: viewId } = await viewOf(owner);
    return () => owner.call(the("views.update"), { viewId, name: "Renamed" });
  }),
  "views.remove": recorded("view.delete", async (owner) => {
    const { id: viewId } = await viewOf(owner);
    return () => owner.call(the("views.remove"), { viewId });
  }),
  "views.reorder": recorded("view.update", async (owner) => {
    const { id, typeId } = await viewOf(owner);
    const other = await owner.call(the("views.create"), { typeId, name: "Other", isPrivate: false, state: {} });
    return () => owner.call(the("views.reorder"), { typeId, viewIds: [other.id, id] });
  }),
  "taskViews.create": recorded("view.create", async (owner) => () => taskViewOf(owner)),
  "taskViews.update": recorded("view.update", async (owner) => {
    const { id: viewId } = await taskViewOf(owner);
    return () => owner.call(the("taskViews.update"), { viewId, name: "Renamed" });
  }),
  "taskViews.remove": recorded("view.delete", async (owner) => {
    const { id: viewId } = await taskViewOf(owner);
    return () => owner.call(the("taskViews.remove"), { viewId });
  }),
  "templates.create": recorded("template.create", async (owner) => {
    await withTemplates(owner);
    return () => templateOf(owner);
  }),
  "templates.update": recorded("template.update", async (owner) => {
    await withTemplates(owner);
    const { id: templateId } = await templateOf(owner);
    return () => owner.call(the("templates.update"), { templateId, name: "Renamed" });
  }),
  "templates.remove": recorded("template.delete", async (owner) => {
    await withTemplates(owner);
    const { id: templateId } = await templateOf(owner);
    return () => owner.call(the("templates.remove"), { templateId });
  }),
  "imports.createUpload": unrecorded(
    "passing",
    async (owner) => () => owner.call(the("imports.createUpload"), { fileName: "a.csv", bytes: 10 }),
  ),
  "imports.start": started(async (owner) => {
    const { id: typeId } = await typeOf(owner);
    const content = "Name\nHarbour\n";
    const { fileId, url, fields } = await owner.call(the("imports.createUpload"), {
      fileName: "a.csv",
      bytes: Buffer.byteLength(content),
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([content]));
    await fetch(url, { method: "POST", body: form });
    return () => owner.call(the("imports.start"), { typeId, fileId, mapping: [{ column: 0, fieldId: "name" }] });
  }),
  "favorites.add": unrecorded("personal", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("favorites.add"), { cardId });
  }),
  "favorites.remove": unrecorded("personal", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    await owner.call(the("favorites.add"), { cardId });
    return () => owner.call(the("favorites.remove"), { cardId });
  }),
  "recent.visit": unrecorded("personal", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("recent.visit"), { cardId });
  }),
  "dashboard.choose": unrecorded("personal", async (owner) => {
    const admin = await newAdmin();
    await admin.call(the("adminConsole.switchFeature"), { orgId: owner.orgId, feature: "dashboard", isOn: true });
    return () => owner.call(the("dashboard.choose"), { typeId: null, viewId: null, sumFieldId: null });
  }),
  "notifications.read": unrecorded(
    "personal",
    async (owner) => () => owner.call(the("notifications.read"), { until: "01ARZ3NDEKTSV4RRFFQ69G5FAV.mention" }),
  ),
  "reminders.answer": unrecorded("personal", async (owner) => {
    const due = new Date(Date.now() + 20 * 60_000).toISOString();
    const { id: activityId } = await owner.call(the("tasks.create"), { title: "Call", due, reminder: 15 });
    const { rows } = await owner.call(the("reminders.pending"), {});
    const remindAt = rows[0]?.remindAt ?? expect.fail("no reminder");
    return () => owner.call(the("reminders.answer"), { activityId, remindAt, answer: "dismiss" });
  }),
  "plans.dismissWarning": unrecorded(
    "personal",
    async (owner) => () => owner.call(the("plans.dismissWarning"), { limit: "cards", level: 80 }),
  ),
  "files.createUpload": unrecorded("passing", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("files.createUpload"), { name: "a.txt", bytes: 10, purpose: "card", cardId });
  }),
  "files.finish": recorded("file.upload", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    const { fileId } = await post(owner, { name: "a.txt", content: "text", cardId });
    return () => owner.call(the("files.finish"), { fileId });
  }),
  "files.remove": recorded("file.delete", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    const fileId = await storeFile(owner, { name: "a.txt", content: "text", cardId });
    return () => owner.call(the("files.remove"), { fileId });
  }),
  "audit.export": started(async (owner) => () => owner.call(the("audit.export"), {})),
  "personalData.export": started(async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("personalData.export"), { cardId });
  }),
  "personalData.erase": recorded("card.erase", async (owner) => {
    const { id: cardId } = await cardOf(owner);
    return () => owner.call(the("personalData.erase"), { cardId });
  }),
  "adminConsole.updatePlan": recorded("plan.update", async ({ orgId }) => {
    const admin = await newAdmin();
    return () => admin.call(the("adminConsole.updatePlan"), { orgId, plan: "PRO", endsAt: null });
  }),
  "adminConsole.switchFeature": recorded("organization.feature", async ({ orgId }) => {
    const admin = await newAdmin();
    return () => admin.call(the("adminConsole.switchFeature"), { orgId, feature: "dashboard", isOn: true });
  }),
  "adminConsole.impersonate": recorded("organization.impersonate", async ({ orgId }) => {
    const admin = await newAdmin();
    return () => admin.call(the("adminConsole.impersonate"), { orgId, reason: "asked to", minutes: 15 });
  }),
  "adminConsole.deleteOrganization": recorded("organization.delete", async (owner) => {
    const admin = await newAdmin();
    const { name } = await owner.call(the("organizations.settings"), {});
    return () => admin.call(the("adminConsole.deleteOrganization"), { orgId: owner.orgId, name, reason: "asked to" });
  }),
  "billing.checkout": unrecorded(
    "passing",
    async (owner) => () => owner.call(the("billing.checkout"), { plan: "PRO", cycle: "yearly" }),
  ),
  "billing.confirm": recorded("plan.update", async (owner) => {
    const checkoutId = await paid(owner);
    return () => owner.call(the("billing.confirm"), { checkoutId });
  }),
  "tokens.create": recorded(
    "apiToken.create",
    async (owner) => () =>
      owner.call(the("tokens.create"), { name: "Script", grants: { "CARDS.read": "USER" }, expiresInDays: 1 }),
  ),
  "tokens.remove": recorded("apiToken.delete", async (owner) => {
    const made = { name: "Script", grants: { "CARDS.read": "USER" as const }, expiresInDays: 1 };
    const { id: tokenId } = await owner.call(the("tokens.create"), made);
    return () => owner.call(the("tokens.remove"), { tokenId });
  }),
  "outbound.sendAgain": recorded("effect.resend", async (owner) => {
    const effectId = await refusedMail(owner);
    return () => owner.call(the("outbound.sendAgain"), { effectId });
  }),
  "outbound.dismiss": recorded("effect.dismiss", async (owner) => {
    const effectId = await refusedMail(owner);
    return () => owner.call(the("outbound.dismiss"), { effectId });
  }),
  "support.create": recorded(
    "support.create",
    async (owner) => () => owner.call(the("support.create"), { title: "Help", description: "It does not" }),
  ),
};

let backend: Backend;
let provider: Server;
beforeAll(async () => {
  let serve: ReturnType<typeof serveCheckout> | undefined;
  provider = createServer((request, response) => void serve?.(request, response));
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`; // listening on TCP
  serve = serveCheckout(base);
  backend = await startBackend();
  process.env["CHECKOUT_URL"] = base;
});
afterAll(async () => {
  provider.close();
  await backend.close();
});

const isAction = (record: string): record is JournalAction => journalActions.some((action) => action === record);
const idsOf = async (orgId: OrgId) => new Set((await latestRecords(orgId, 50, null)).map(({ id }) => id));

describe("every mutation", () => {
  const calls = Object.entries(cases).flatMap(([name, one]) => (typeof one === "string" ? [] : [[name, one] as const]));

  it.each(calls)("%s", async (_, { record, prepare }) => {
    const owner = await newOwner({ template: "empty" });
    const ready = await prepare(owner);
    const before = await idsOf(ready.orgId ?? owner.orgId);
    await ready();
    const records = await latestRecords(ready.orgId ?? owner.orgId, 50, null);
    const actions = records.filter(({ id }) => !before.has(id)).flatMap(({ changes }) => changes.map(({ action }) => action));
    if (isAction(record)) expect(actions).toContain(record);
    else {
      expect(actions).toEqual([]);
      expect(unrecordedReasons[record]).toMatch(/\w+ \w+/);
    }
  });

  it("is there, or is declared to be of no organization", () => {
    const mutations = procedures.flatMap(({ kind, name }) => (kind === "mutation" ? [name] : []));
    expect(Object.keys(cases).toSorted()).toEqual(mutations.toSorted());
  });
});
