import type { JournalAction } from "@kartis/core/data/journal.ts";
import type { UnrecordedReason } from "@kartis/core/data/recording.ts";
import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { newId } from "@kartis/core/kernel/id.ts";
import { newCode } from "@kartis/core/kernel/one-time-code.ts";
import { smsCodeEntity } from "@kartis/core/sms/entity.ts";
import type { SenderId } from "@kartis/core/sms/schema.ts";
import { senderWrite } from "@kartis/core/sms/senders.ts";
import { randomInt } from "node:crypto";
import { connectNumber, openChat, unsentMessage } from "../../support/whatsapp-number.ts";
import { switchOn } from "../../support/features.ts";
import { offerSms, proveSender } from "../../support/sms-sender.ts";
import { startSession } from "@kartis/core/identity/sessions.ts";
import type { CardId, CardTypeId, OrgId, RecordId, RoleId } from "@kartis/core/kernel/id.ts";
import { createUser, grantPlatformAdmin } from "@kartis/core/users/index.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { serveCheckout } from "@kartis/simulators/checkout.ts";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import { type Backend, startBackend } from "../../support/backend.ts";
import { sendIntended, troubledMail } from "../../support/outbound.ts";
import { named, newOwner, type Owner, Visitor } from "../../support/people.ts";

export type AnyProcedure = (typeof procedures)[number];
export type Mutation = Extract<AnyProcedure, { kind: "mutation" }>["name"];
export const the = <Name extends AnyProcedure["name"]>(name: Name) => named(procedures, name);

/** The prepared call, and the organization whose journal shall record it; the owner's by default. */
export type Ready = (() => Promise<unknown>) & { readonly orgId?: OrgId };
export interface Case {
  /** Action of its record, or why it has none. */
  readonly record: JournalAction | UnrecordedReason;
  /** Makes what the call needs, in an organization of its own. */
  readonly prepare: (owner: Owner) => Promise<Ready>;
}

/** Expected journal records of some mutations. */
export type Cases = Partial<Record<Mutation, Case | typeof ofNoOrganization>>;

export const recorded = (record: JournalAction, prepare: Case["prepare"]): Case => ({ record, prepare });
export const unrecorded = (record: UnrecordedReason, prepare: Case["prepare"]): Case => ({ record, prepare });
export const started = (prepare: Case["prepare"]): Case => ({ record: "operation.start", prepare });
/** Data of a person that belongs to no organization: no organization's journal could record it. */
export const ofNoOrganization = "a person's own account, sessions, devices and mails to themselves: of no organization";

export const inOrganization = (orgId: OrgId, call: () => Promise<unknown>): Ready => Object.assign(() => call(), { orgId });

export const label = { options: [], displayed: true, required: false, internal: false };
const draft = {
  name: "Site",
  pluralName: "Sites",
  hue: "blue" as const,
  fields: [
    { ...label, id: "fld_wifi", label: "Wifi", type: "password" as const },
    { ...label, id: "fld_next", label: "Next", type: "cardRelation" as const, relation: { typeIds: [], many: true } },
  ],
};
export const typeOf = (owner: Owner) => owner.call(the("cardTypes.create"), { draft });
export async function cardOf(owner: Owner, fields: Record<string, unknown> = {}): Promise<{ id: CardId; typeId: CardTypeId }> {
  const type = await typeOf(owner);
  return owner.call(the("cards.create"), { typeId: type.id, fields: { name: "Harbour", ...fields } });
}
export async function twoCards(owner: Owner) {
  const one = await cardOf(owner);
  const other = await owner.call(the("cards.create"), { typeId: one.typeId, fields: { name: "Harbour 2" } });
  return [one.id, other.id, one.typeId] as const;
}
export const taskOf = async (owner: Owner) => (await owner.call(the("tasks.create"), { title: "Call", due: "2030-01-01" })).id;
export const meetingOf = async (owner: Owner) =>
  (await owner.call(the("meetings.create"), { title: "Site visit", start: "2030-01-01T10:00Z" })).id;
export const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];
export const commentOf = async (owner: Owner) =>
  (await owner.call(the("comments.create"), { cardId: (await cardOf(owner)).id, body: said("Hello") })).id;
export const callOf = async (owner: Owner) =>
  (await owner.call(the("communications.create"), { type: "CALL", cardId: (await cardOf(owner)).id })).id;
export const mailOn = (cardId: CardId) => ({ cardId, to: [{ email: "dana@x.example" }], subject: "Offer", body: said("Hello") });
export const mailOf = async (owner: Owner) => (await owner.call(the("mails.send"), mailOn((await cardOf(owner)).id))).id;
export const newPhone = () => `+97254${String(randomInt(10_000_000)).padStart(7, "0")}`;
/** A card with a number, in an organization that sends SMS. */
export async function sendable(owner: Owner): Promise<{ cardId: CardId; phone: string }> {
  await proveSender(owner);
  const phone = { ...label, id: "fld_phone", label: "Phone", type: "phone" as const };
  const type = await owner.call(the("cardTypes.create"), { draft: { ...draft, fields: [phone] } });
  const fieldId = type.fields.find((field) => field.type === "phone")?.id ?? expect.fail("no phone");
  const number = "+972501234567";
  const fields = { name: "Harbour", [fieldId]: number };
  return { cardId: (await owner.call(the("cards.create"), { typeId: type.id, fields })).id, phone: number };
}
export const smsOf = async (owner: Owner) =>
  (await owner.call(the("sms.send"), { ...(await sendable(owner)), text: "Hello" })).id;
/** A conversation with somebody who has just written. */
export async function chatOf(owner: Owner) {
  await switchOn(owner, "chats");
  await connectNumber(owner);
  const { cardId } = await sendable(owner);
  return { cardId, ...(await openChat(owner, { cardId, phone: "+972501234567" })) };
}
/** A message on WhatsApp that was not sent. */
export async function unsentOf(owner: Owner) {
  const { cardId } = await chatOf(owner);
  return unsentMessage(owner, { cardId, phone: "+972501234567" });
}
/** A phone that its owner has not proven yet, in an organization that reminds its members by SMS. */
export async function unprovenPhone(owner: Owner): Promise<string> {
  await proveSender(owner);
  await owner.call(the("sms.setMemberReminders"), { isOn: true });
  const phone = newPhone();
  await owner.call(the("profile.update"), { phone });
  return phone;
}
/** A sender that waits for a code, and the code. */
export async function codedSender({ orgId }: Owner): Promise<{ senderId: SenderId; code: string }> {
  offerSms();
  const id = newId("snd");
  const at = new Date().toISOString();
  const sender = {
    id,
    version: 1,
    name: "Meridian",
    kind: "name",
    phone: newPhone(),
    verifiedAt: null,
    isDefault: false,
    createdAt: at,
  } as const;
  const { code, stored } = newCode(id, systemClock);
  const context = {
    orgId,
    actor: systemActor(orgId, "test"),
    clock: systemClock,
    requestId: newId("req"),
    origin: "system" as const,
  };
  await commit(context, async () => {
    const { write, change } = senderWrite(orgId, "smsSender.create", sender);
    return { writes: [write], records: [{ changes: [change] }], result: undefined };
  });
  await smsCodeEntity()
    .put({ orgId, senderId: id, ...stored, sentAt: Date.now() })
    .go();
  return { senderId: id, code };
}
export const recordOf = ({ recordId }: { recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");
export const roleOf = (owner: Owner) => owner.call(the("roles.create"), { name: "Some", grants: { "CARDS.read": "USER" } });
export const viewOf = async (owner: Owner) =>
  owner.call(the("views.create"), { typeId: (await typeOf(owner)).id, name: "Mine", isPrivate: false, state: {} });
export const taskViewOf = (owner: Owner) => owner.call(the("taskViews.create"), { name: "Mine", isPrivate: false, state: {} });
export const withTemplates = async ({ orgId }: Owner) => {
  const admin = await newAdmin();
  await admin.call(the("adminConsole.switchFeature"), { orgId, feature: "content-templates", isOn: true });
};
export const templateOf = (owner: Owner) =>
  owner.call(the("templates.create"), { name: "Offer", channel: "mail", texts: { en: { subject: "Offer", body: "Hello" } } });
export const layoutOf = async (owner: Owner) => {
  const { id: typeId } = await typeOf(owner);
  const layout = await owner.call(the("layouts.create"), { typeId, layout: { title: "Short", groups: [] } });
  return { typeId, layout };
};
export const operationOf = async (owner: Owner) => {
  const [a, b] = await twoCards(owner);
  return owner.call(the("bulk.start"), {
    selection: { cardIds: [a, b] },
    change: { kind: "edit", fields: { name: "Renamed" } },
  });
};
let counter = 0;
export const newEmail = () => `invited${++counter}.${process.pid}@mutations.example`;
export const invitation = { systemRole: "BASIC", roleId: null, language: "en" } as const;
export const invited = async (owner: Owner, email = newEmail()) => {
  await owner.call(the("members.invite"), { ...invitation, emails: [email] });
  expect(await sendIntended(owner.orgId)).toBe(0);
  const [mail] = backend.engines.mail.listMails({ to: email });
  const token = /\/invitations\/([\w.-]+)/.exec(JSON.stringify(mail))?.[1] ?? expect.fail("no mail");
  return { email, token };
};
export const emailOf = async (person: Visitor) => (await person.call(the("identity.me"), {})).user.email;

export async function newAdmin(): Promise<Visitor> {
  const admin = new Visitor();
  const email = `platform${++counter}.${process.pid}@kartis.example`;
  const userId = await createUser({ name: "Sara Support", email, language: "en", passwordHash: undefined }, admin.clock);
  await grantPlatformAdmin(userId, admin.clock);
  await startSession(userId, await admin.context());
  return admin;
}
export async function childOf(owner: Owner): Promise<Owner> {
  const child = await newOwner({ template: "empty" });
  const { code } = await owner.call(the("family.createCode"), {});
  await child.call(the("family.attach"), { code });
  return child;
}
/** A grant of the owner's organization in its child, as which the child's role acts. */
export async function grantIn(owner: Owner, child: Owner): Promise<{ roleId: RoleId }> {
  const { id: roleId } = await roleOf(child);
  await owner.call(the("family.grant"), { childId: child.orgId, holder: "ADMIN", roleId });
  return { roleId };
}
/** A mail that the provider refused, so that a person has to decide about it. */
export async function refusedMail(owner: Owner) {
  await owner.call(the("members.invite"), { ...invitation, emails: [newEmail()] });
  const trouble = troubledMail(backend.engines, "refused");
  await sendIntended(owner.orgId);
  trouble.end();
  const { effects } = await owner.call(the("outbound.list"), {});
  return effects[0]?.id ?? expect.fail("nothing to decide");
}
export async function paid(owner: Owner) {
  const { checkoutId, url } = await owner.call(the("billing.checkout"), { plan: "PRO", cycle: "yearly" });
  await fetch(url, { method: "POST", body: new URLSearchParams({ outcome: "pay" }), redirect: "manual" });
  return checkoutId;
}
export const picture = Uint8Array.from(Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"));

/** Set while the world is open. */
export let backend: Backend;
let provider: Server;
/** Starts the engines and a payment provider. */
export async function openWorld(): Promise<void> {
  let serve: ReturnType<typeof serveCheckout> | undefined;
  provider = createServer((request, response) => void serve?.(request, response));
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`; // listening on TCP
  serve = serveCheckout(base);
  backend = await startBackend();
  process.env["CHECKOUT_URL"] = base;
}
export async function closeWorld(): Promise<void> {
  provider.close();
  await backend.close();
}
