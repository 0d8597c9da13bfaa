import { createHmac } from "node:crypto";
import { handler as onReceived } from "@kartis/events/incoming-webhooks/on-received.ts";
import { handler as hook } from "@kartis/functions/webhooks/incoming/handler.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { callOnce, settleIncoming } from "@kartis/tests/support/incoming-webhooks.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import fc from "fast-check";
import type * as z from "zod";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { beginningOf } from "../cards/processes.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { Id } from "../kernel/id.ts";
import type { Grants } from "../kernel/permission.ts";
import { membersProcedures } from "../members/index.ts";
import { leadFormProcedures } from "../lead-forms/procedures.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { forgetEvents } from "../provider-events/index.ts";
import { matchFieldOf } from "./attention.ts";
import { readBody } from "./body.ts";
import { claimed } from "./claim.ts";
import { incomingClaimEntity } from "./entity.ts";
import { findCall, saveCall } from "./log.ts";
import { incomingWebhookProcedures } from "./procedures.ts";
import { noticesOfRefusals } from "./refusals.ts";
import { callsAMinute, maxBodyBytes, maxValues, valuesOf } from "./rules.ts";
import type { IncomingWebhook, UpdateIncomingInput } from "./schema.ts";

const the = <Name extends (typeof incomingWebhookProcedures)[number]["name"]>(name: Name) =>
  named(incomingWebhookProcedures, name);
const searchCards = named(cardProcedures, "cards.search");
const updateCard = named(cardProcedures, "cards.update");

let backend: Backend;
let owner: Owner;
let typeId: Id<"typ">;
let fields: ReadonlyMap<string, string>;
let webhook: IncomingWebhook;

beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ template: "empty" });
  const draft = {
    name: "Lead",
    pluralName: "Leads",
    hue: "slate" as const,
    fields: [
      { label: "Email", type: "email" as const },
      { label: "Phone", type: "phone" as const },
      { label: "Budget", type: "number" as const },
    ],
  };
  const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
  typeId = type.id;
  fields = new Map(type.fields.map(({ label, id }) => [label.toLowerCase(), id]));
});
beforeEach(async () => {
  webhook = await owner.call(the("incomingWebhooks.create"), { name: "Landing page", typeId });
});
afterAll(() => backend.close());

const tokenOf = ({ url }: Pick<IncomingWebhook, "url">) => (url ?? "").slice((url ?? "").lastIndexOf("/") + 1);

interface Sent {
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string;
}
async function send({ body, headers = {}, token = tokenOf(webhook) }: Sent): Promise<number | undefined> {
  const raw = Buffer.from(body);
  return (await hook({ ...posted, pathParameters: { token }, headers, body: raw.toString("base64") })).statusCode;
}
const posted = { isBase64Encoded: true, requestContext: { http: { method: "POST" } } } as const;
const sendJson = (value: unknown, headers: Readonly<Record<string, string>> = {}) =>
  send({ body: JSON.stringify(value), headers: { "content-type": "application/json", ...headers } });

const settle = (options?: { times: number }) => settleIncoming(owner, options);

const map = (more: Partial<z.input<typeof UpdateIncomingInput>> = {}) =>
  owner.call(the("incomingWebhooks.update"), {
    webhookId: webhook.id,
    expectedVersion: webhook.version,
    mapping: [
      { path: "contact.name", fieldId: "name" },
      { path: "contact.email", fieldId: fields.get("email") ?? "" },
      { path: "budget", fieldId: fields.get("budget") ?? "" },
    ],
    ...more,
  });
const byEmail = () => map({ mode: "createOrUpdate", matchFieldId: fields.get("email") });
const calls = async () => (await owner.call(the("incomingWebhooks.calls"), { webhookId: webhook.id })).calls;
const cards = async (search: string) => (await owner.call(searchCards, { cardTypeId: typeId, search })).rows;
/** A lead that no other test has. */
let number = 0;
const lead = (more: object = {}) => {
  const name = `Visitor${++number}x`;
  return { name, body: { contact: { name, email: `${name}@site.example` }, ...more } };
};

describe("a call", () => {
  it("becomes a card once its values are mapped, named after the webhook in its history", async () => {
    const { name, body } = lead({ budget: 1200 });
    expect(await sendJson(body)).toBe(202);
    await settle();
    expect(await calls()).toMatchObject([{ state: "unmapped", cardId: null }]);
    const sample = await owner.call(the("incomingWebhooks.sample"), { webhookId: webhook.id });
    expect(sample?.values.map(({ path }) => path)).toEqual(["contact.name", "contact.email", "budget"]);
    expect(sample?.suggested).toEqual([
      { path: "contact.name", fieldId: "name" },
      { path: "contact.email", fieldId: fields.get("email") },
      { path: "budget", fieldId: fields.get("budget") },
    ]);
    await map();
    const [waiting] = await calls();
    await owner.call(the("incomingWebhooks.retry"), { webhookId: webhook.id, callId: waiting?.id ?? "" });
    await settle({ times: 2 });
    const [call, ...others] = await calls();
    expect(others).toEqual([]);
    expect(call).toMatchObject({ state: "created", problems: [] });
    const [card, ...more] = await cards(name);
    expect(more).toEqual([]);
    expect(card).toMatchObject({ id: call?.cardId, fields: { name, owner: owner.userId, [fields.get("budget") ?? ""]: 1200 } });
    const { entries } = await owner.call(named(cardProcedures, "cards.history"), { cardId: card?.id ?? expect.fail() });
    expect(entries).toMatchObject([{ action: "card.create", actorKind: "webhook", sourceId: webhook.id, origin: "api" }]);
    expect(await owner.call(named(leadFormProcedures, "leadForms.sources"), {})).toMatchObject({ [webhook.id]: webhook.name });
  });

  it("that names no status becomes a card where the process of its type begins", async () => {
    const seller = await newOwner({ template: "sales" });
    const leads = (await seller.call(named(cardProcedures, "cards.types"), {})).find(({ slug }) => slug === "leads");
    const made = await seller.call(the("incomingWebhooks.create"), { name: "Site", typeId: leads?.id ?? expect.fail() });
    await seller.call(the("incomingWebhooks.update"), {
      webhookId: made.id,
      expectedVersion: made.version,
      mapping: [{ path: "name", fieldId: "name" }],
    });
    const headers = { "content-type": "application/json" };
    expect(await send({ body: JSON.stringify({ name: "Galil" }), headers, token: tokenOf(made) })).toBe(202);
    await settleIncoming(seller);
    const { rows } = await seller.call(searchCards, { cardTypeId: leads?.id ?? expect.fail(), search: "Galil" });
    expect(rows.map(({ fields: { status } }) => status)).toEqual([beginningOf(leads ?? expect.fail(), {})]);
    expect(rows[0]?.fields["status"]).toBeDefined();
  });

  it("becomes a card of whom one has chosen, unless a value names its owner", async () => {
    const seller = await newMember(owner, { systemRole: "ADMIN" });
    await map({ ownerIds: [seller.userId] });
    const { name, body } = lead();
    expect(await sendJson(body)).toBe(202);
    await settle();
    expect((await cards(name)).map((card) => card.fields["owner"])).toEqual([seller.userId]);
  });

  it("with the same key has one effect, whichever of the two comes first", async () => {
    await map();
    const { name, body } = lead();
    for (const header of ["idempotency-key", "webhook-id"]) expect(await sendJson(body, { [header]: `k-${name}` })).toBe(202);
    await settle({ times: 2 });
    expect(await cards(name)).toHaveLength(1);
    expect((await calls()).map(({ state }) => state)).toEqual(["created"]);
  });

  it("changes the card that it matches, even if twenty come at the same moment, and says when nothing differs", async () => {
    await byEmail();
    const { name, body } = lead({ budget: 5 });
    const budgets = Array.from({ length: 20 }, (_, at) => at + 1);
    for (const budget of budgets) expect(await sendJson({ ...body, budget })).toBe(202);
    const records = (await latestRecords(owner.orgId, budgets.length, null)).map(({ id: recordId }) =>
      sqsRecord({ detail: { orgId: owner.orgId, recordId, actions: ["webhook.receive"], changes: 1 } }),
    );
    // They take turns: the queue would bring each again only a few times.
    const answers = await Promise.all(records.map((record) => onReceived({ Records: [record] })));
    expect(answers.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
    expect(await cards(name)).toHaveLength(1);
    const states = (await calls()).map(({ state }) => state);
    expect(states.toSorted()).toEqual(["created", ...budgets.slice(1).map(() => "updated")]);
    const [card] = await cards(name);
    const current = card?.fields[fields.get("budget") ?? ""];
    await sendJson({ ...body, budget: current });
    await settle();
    expect((await calls())[0]).toMatchObject({ state: "same", cardId: card?.id });
  });

  it("that is refused notifies whoever is responsible, once, however many follow", async () => {
    await map();
    const [administrator, suspended] = [
      await newMember(owner, { systemRole: "ADMIN" }),
      await newMember(owner, { systemRole: "ADMIN" }),
    ];
    const basic = await newMember(owner, {});
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [suspended.userId] });
    for (let times = 0; times < 3; times++) {
      await sendJson(lead({ budget: `a lot ${times}` }).body);
      await settle();
    }
    expect((await calls()).map(({ state }) => state)).toEqual(["refused", "refused", "refused"]);
    const refusals = (await latestRecords(owner.orgId, 100, null)).filter(({ changes }) =>
      changes.some(({ action, subject }) => action === "incomingWebhook.refuse" && subject.id === webhook.id),
    );
    expect(refusals).toHaveLength(1);
    const notices = await noticesOfRefusals(refusals[0] ?? expect.fail());
    const notified = notices.map(({ userId }) => userId);
    expect(notified).toContain(administrator.userId);
    for (const { userId } of [suspended, basic]) expect(notified).not.toContain(userId);
    expect(notices).toEqual(
      expect.arrayContaining([
        {
          userId: owner.userId,
          kind: "leadRefused",
          subjectId: webhook.id,
          details: { name: "Landing page", intakeId: webhook.id },
        },
      ]),
    );
  });

  it("to a webhook whose card type was deleted is refused with that reason, which is told once and shown at the webhook", async () => {
    const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Guest", pluralName: "Guests", hue: "slate", fields: [] },
    });
    webhook = await owner.call(the("incomingWebhooks.create"), { name: "Old page", typeId: made.id });
    await map({ mapping: [{ path: "contact.name", fieldId: "name" }] });
    await owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: made.id });
    for (const hours of [0, 2])
      await callOnce({ orgId: owner.orgId, clock: { now: () => owner.clock.now() + hours * 3_600_000 } }, webhook, lead().body);
    const reason = { state: "refused", problems: [{ fieldId: null, message: "incomingWebhooks.attention.typeGone" }] };
    expect(await calls()).toMatchObject([reason, reason]);
    const told = (await latestRecords(owner.orgId, 100, null)).filter(({ changes }) =>
      changes.some(({ action, subject }) => action === "incomingWebhook.refuse" && subject.id === webhook.id),
    );
    expect(told).toHaveLength(1);
    const shown = (await owner.call(the("incomingWebhooks.list"), {})).find(({ id }) => id === webhook.id);
    expect(shown).toMatchObject({ state: "active", attention: "typeGone" });
    expect(await owner.call(the("incomingWebhooks.rotateUrl"), { webhookId: webhook.id })).toMatchObject({
      attention: "typeGone",
    });
  });

  it("to a webhook that needs attention can be stopped as it is; resumed, fields that were deleted since are left out", async () => {
    const draft = {
      name: "Guest",
      pluralName: "Guests",
      hue: "slate" as const,
      fields: ["Email", "Phone"].map((label) => ({ label, type: label === "Email" ? ("email" as const) : ("phone" as const) })),
    };
    const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
    webhook = await owner.call(the("incomingWebhooks.create"), { name: "Old page", typeId: made.id });
    const idOf = (label: string) => made.fields.find((field) => field.label === label)?.id ?? expect.fail(label);
    const update = async (more: object) => {
      const { version } = (await owner.call(the("incomingWebhooks.list"), {})).find(({ id }) => id === webhook.id) ?? webhook;
      return owner.call(the("incomingWebhooks.update"), { webhookId: webhook.id, expectedVersion: version, ...more });
    };
    const mapping = [
      { path: "name", fieldId: "name" },
      { path: "email", fieldId: idOf("Email") },
      { path: "phone", fieldId: idOf("Phone") },
    ];
    await update({ mapping, mode: "createOrUpdate", matchFieldId: idOf("Email") });
    await owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
      typeId: made.id,
      expectedVersion: made.version,
      fields: made.fields.filter(({ id }) => id !== idOf("Email")),
    });
    expect(await update({ name: "Older page" })).toMatchObject({ name: "Older page", attention: "matchGone" });
    expect(await update({ state: "paused" })).toMatchObject({ state: "paused", attention: null });
    expect(await sendJson({ name: "Nobody" })).toBe(503);
    await expect(update({ state: "active" })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { matchFieldId: "incomingWebhooks.problem.matchField" } },
    });
    await expect(update({ mapping, mode: "create" })).rejects.toMatchObject({
      details: { fields: { mapping: "validation.unknownField" } },
    });
    await update({ mode: "create", matchFieldId: null });
    expect(await update({ state: "active" })).toMatchObject({ state: "active", attention: null });
    await owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: made.id });
    expect(await update({ state: "paused" })).toMatchObject({ state: "paused", attention: null });
  });

  it("that does not fit is in the log with its reasons, becomes no card, and is processed once it fits", async () => {
    await map();
    const { name, body } = lead({ budget: "a lot" });
    await sendJson({ ...body, contact: { ...body.contact, email: "nobody" } });
    await settle();
    const [call] = await calls();
    expect(call).toMatchObject({ state: "refused", cardId: null });
    expect(call?.problems.map(({ fieldId }) => fieldId ?? "").toSorted((a, b) => a.localeCompare(b))).toEqual(
      ["email", "budget"].map((name) => fields.get(name) ?? "").toSorted((a, b) => a.localeCompare(b)),
    );
    expect(await cards(name)).toEqual([]);
    // Whoever corrects it sees what came.
    const came = { webhookId: webhook.id, callId: call?.id ?? "" };
    expect((await owner.call(the("incomingWebhooks.values"), came)).values).toContainEqual({ name: "budget", value: "a lot" });
    await expect(owner.call(the("incomingWebhooks.values"), { ...came, callId: "0".repeat(26) })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    const now = (await owner.call(the("incomingWebhooks.list"), {})).find(({ id }) => id === webhook.id);
    await owner.call(the("incomingWebhooks.update"), {
      webhookId: webhook.id,
      expectedVersion: now?.version ?? 0,
      mapping: [{ path: "contact.name", fieldId: "name" }],
    });
    await owner.call(the("incomingWebhooks.retry"), { webhookId: webhook.id, callId: call?.id ?? "" });
    await settle();
    expect((await calls()).map(({ state }) => state)).toEqual(["created"]);
    await expect(
      owner.call(the("incomingWebhooks.retry"), { webhookId: webhook.id, callId: call?.id ?? "" }),
    ).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  });

  it("does only what whoever changed the webhook last may do now", async () => {
    const { member, role } = await administratorWith({ "CARDS.create": "ORGANIZATION", "CARDS.read": "ORGANIZATION" });
    await member.call(the("incomingWebhooks.update"), {
      webhookId: webhook.id,
      expectedVersion: webhook.version,
      mapping: [{ path: "contact.name", fieldId: "name" }],
    });
    expect((await owner.call(the("incomingWebhooks.list"), {})).find(({ id }) => id === webhook.id)?.actsAs).toBe(member.userId);
    const [one, other] = [lead(), lead()];
    await sendJson(one.body);
    await settle();
    expect(await cards(one.name)).toMatchObject([{ fields: { owner: member.userId } }]);
    await owner.call(named(organizationProcedures, "roles.update"), {
      roleId: role.id,
      expectedVersion: role.version,
      grants: { "CARDS.read": "USER" },
    });
    await sendJson(other.body);
    await settle();
    expect((await calls())[0]).toMatchObject({ state: "refused", problems: [{ fieldId: null }] });
    expect(await cards(other.name)).toEqual([]);
  });

  it("whose person is erased loses its values, and stays in the log", async () => {
    const { body } = lead();
    await sendJson(body);
    await settle();
    await forgetEvents(owner.orgId, "incoming", () => true);
    expect(await owner.call(the("incomingWebhooks.sample"), { webhookId: webhook.id })).toBeNull();
    const callId = (await calls())[0]?.id ?? "";
    expect(await owner.call(the("incomingWebhooks.values"), { webhookId: webhook.id, callId })).toEqual({ values: null });
    const [call] = await calls();
    await expect(
      owner.call(the("incomingWebhooks.retry"), { webhookId: webhook.id, callId: call?.id ?? "" }),
    ).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
  });
});

/** A member with these permissions who may also change the organization. */
const administratorWith = (grants: Grants) =>
  memberWith({ ...grants, "ORGANIZATION.update": "ORGANIZATION", "ORGANIZATION.read": "ORGANIZATION" });

async function memberWith(grants: Grants) {
  const role = await owner.call(named(organizationProcedures, "roles.create"), { name: `Role ${++number}`, grants });
  return { member: await newMember(owner, { roleId: role.id }), role };
}

describe("an address", () => {
  it("that Kartis did not issue, that was replaced or whose webhook is gone takes nothing", async () => {
    const token = tokenOf(webhook);
    const body = JSON.stringify(lead().body);
    for (const other of [
      "",
      "x",
      `${token}x`,
      token.replace(".1.", ".2."),
      token.replace(owner.orgId, "org_01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    ])
      expect(await send({ body, token: other })).toBe(404);
    const rotated = await owner.call(the("incomingWebhooks.rotateUrl"), { webhookId: webhook.id });
    expect(await send({ body, token })).toBe(410);
    expect(await send({ body, token: tokenOf(rotated) })).toBe(202);
    await owner.call(the("incomingWebhooks.remove"), { webhookId: webhook.id });
    expect(await send({ body, token: tokenOf(rotated) })).toBe(410);
  });

  it("can be called by scripts of any page, which browsers ask about first", async () => {
    const asked = { isBase64Encoded: false, headers: {}, pathParameters: { token: tokenOf(webhook) } };
    expect(await hook({ ...asked, requestContext: { http: { method: "OPTIONS" } } })).toMatchObject({
      statusCode: 204,
      headers: { "access-control-allow-origin": "*", "access-control-allow-methods": "POST" },
    });
    expect(await hook({ ...asked, body: "{}", requestContext: posted.requestContext })).toMatchObject({
      statusCode: 400,
      headers: { "access-control-allow-origin": "*" },
    });
  });

  it("that is paused asks to come again later", async () => {
    await owner.call(the("incomingWebhooks.update"), { webhookId: webhook.id, expectedVersion: 1, state: "paused" });
    expect(await sendJson(lead().body)).toBe(503);
  });

  it("with a secret takes calls that are signed with it, in either way, and no others", async () => {
    const { secret } = await owner.call(the("incomingWebhooks.sign"), { webhookId: webhook.id, isSigned: true });
    if (!secret) throw new Error("No secret");
    const body = JSON.stringify(lead().body);
    const hex = (key: string) => `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
    const standard = (seconds: number, text = body) => {
      const key = Buffer.from(secret.slice("whsec_".length), "base64");
      const made = createHmac("sha256", key).update(`msg_1.${seconds}.${text}`).digest("base64");
      return { "webhook-id": "msg_1", "webhook-timestamp": String(seconds), "webhook-signature": `v1,AAAA v1,${made}` };
    };
    const now = Math.floor(Date.now() / 1000);
    // As many without a signature do not keep out those that have one.
    for (let at = 0; at <= callsAMinute; at++) expect(await send({ body })).toBe(401);
    expect(await send({ body, headers: { "x-hub-signature-256": hex("another") } })).toBe(401);
    expect(await send({ body, headers: standard(now, `${body} `) })).toBe(401);
    expect(await send({ body, headers: standard(now - 600) })).toBe(401);
    // Such a signature says no time: the same body is the same call, under whatever key it is repeated.
    for (const key of ["first", "first", "another"])
      expect(await send({ body, headers: { "x-hub-signature-256": hex(secret), "idempotency-key": key } })).toBe(202);
    expect(await send({ body, headers: { "x-hub-signature-256": hex(secret) } })).toBe(202);
    expect(await send({ body, headers: standard(now) })).toBe(202);
    // Whoever has overheard the call cannot have it taken in again under a key of their own, which no signature covers.
    expect(await send({ body, headers: { ...standard(now), "idempotency-key": "another" } })).toBe(202);
    await settle();
    expect(await calls()).toHaveLength(2);
    await owner.call(the("incomingWebhooks.sign"), { webhookId: webhook.id, isSigned: false });
    expect(await send({ body })).toBe(202);
  });

  it("reads JSON and forms, and nothing else", async () => {
    await owner.call(the("incomingWebhooks.update"), {
      webhookId: webhook.id,
      expectedVersion: 1,
      mapping: [{ path: "full name", fieldId: "name" }],
    });
    const form = new FormData();
    form.append("full name", "Multipart דנה");
    form.append("picture", new Blob(["x"]), "x.png");
    const multipart = new Response(form);
    const type = multipart.headers.get("content-type") ?? "";
    expect(await send({ body: Buffer.from(await multipart.arrayBuffer()), headers: { "content-type": type } })).toBe(202);
    const encoded = { "content-type": "application/x-www-form-urlencoded; charset=utf-8" };
    expect(await send({ body: "full+name=Urlencoded%20%C3%81d%C3%A1m", headers: encoded })).toBe(202);
    await settle();
    expect((await calls()).map(({ state }) => state)).toEqual(["created", "created"]);
    expect(await cards("Multipart")).toMatchObject([{ fields: { name: "Multipart דנה" } }]);
    expect(await cards("Urlencoded")).toMatchObject([{ fields: { name: "Urlencoded Ádám" } }]);
    for (const body of ["", "{", "null", "[]", "{}", '"text"', "\u{FFFD}", '{"a":null}', Buffer.from([0xff, 0xfe])])
      expect(await send({ body }), String(body)).toBe(400);
    expect(await send({ body: `{"a":"${"x".repeat(maxBodyBytes)}"}` })).toBe(413);
  });

  it("takes so many calls in a minute", async () => {
    const body = "{";
    let statuses: (number | undefined)[] = [];
    // The minute may turn meanwhile, once.
    for (let turn = 0; turn < 2 && !statuses.includes(429); turn++) {
      statuses = [];
      for (let at = 0; at <= callsAMinute; at++) statuses.push(await send({ body }));
    }
    expect(statuses).toContain(429);
  });
});

it("a field that has become one that identifies nothing is matched by no more", async () => {
  const type = (await owner.call(named(cardProcedures, "cards.types"), {})).find(({ id }) => id === typeId) ?? expect.fail();
  const email = fields.get("email");
  expect(matchFieldOf(type, email)?.id).toBe(email);
  for (const kind of ["textarea", "multiSelect", "checkbox"] as const)
    expect(matchFieldOf({ fields: type.fields.map((field) => ({ ...field, type: kind })) }, email)).toBeUndefined();
});

describe("settings", () => {
  it("refuse fields that cannot be mapped, two values for one field, and matches by what does not identify", async () => {
    const update = (more: Partial<z.input<typeof UpdateIncomingInput>>) =>
      owner.call(the("incomingWebhooks.update"), { webhookId: webhook.id, expectedVersion: 1, ...more });
    const name = { path: "a", fieldId: "name" };
    await expect(update({ mapping: [{ path: "a", fieldId: "fld_gone" }] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(update({ mapping: [name, { path: "b", fieldId: "name" }] })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(update({ mapping: [name], mode: "createOrUpdate" })).rejects.toMatchObject({
      details: { fields: { matchFieldId: "incomingWebhooks.problem.matchField" } },
    });
    await expect(update({ mapping: [name], mode: "createOrUpdate", matchFieldId: fields.get("email") })).rejects.toMatchObject({
      details: { fields: { matchFieldId: "incomingWebhooks.problem.matchField" } },
    });
    await update({ mapping: [name] });
    await expect(update({ mapping: [] })).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("show the URL only to those who may change them", async () => {
    const reader = await administratorWith({});
    const [shown] = await reader.member.call(the("incomingWebhooks.list"), {});
    expect(shown?.url).toContain("/api/hooks/in/");
    const { member: plain } = await memberWith({ "ORGANIZATION.read": "ORGANIZATION" });
    const [hidden] = await plain.call(the("incomingWebhooks.list"), {});
    expect(hidden?.url).toBeNull();
    await expect(plain.call(the("incomingWebhooks.calls"), { webhookId: webhook.id })).rejects.toMatchObject({
      code: "NO_PERMISSION",
    });
  });
});

it("any JSON has values of bounded number by paths that are its own", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const values = valuesOf(value);
      expect(values.length).toBeLessThanOrEqual(maxValues);
      expect(new Set(values.map(([path]) => path)).size).toBe(values.length);
      for (const [path, text] of values) expect([path, text.trim()]).not.toContain("");
    }),
  );
  expect(
    valuesOf(JSON.parse('{"__proto__": {"isAdmin": true}, "constructor": "x", "list": [1, "a"], "items": [{"id": 1}]}')),
  ).toEqual([
    ["__proto__.isAdmin", "true"],
    ["constructor", "x"],
    ["list", "1, a"],
    ["items.0.id", "1"],
  ]);
});

it("updating a card by hand meanwhile does not lose what a call changes", async () => {
  await byEmail();
  const { name, body } = lead({ budget: 1 });
  await sendJson(body);
  await settle();
  const [card] = await cards(name);
  await owner.call(updateCard, { cardId: card?.id ?? expect.fail(), fields: { [fields.get("phone") ?? ""]: "+972501234567" } });
  await sendJson({ ...body, budget: 2 });
  await settle();
  expect((await cards(name))[0]?.fields).toMatchObject({
    [fields.get("phone") ?? ""]: "+972501234567",
    [fields.get("budget") ?? ""]: 2,
  });
});

it("a call that was processed stays so: delivered again, it neither undoes what people changed since nor reads differently", async () => {
  await byEmail();
  const { name, body } = lead({ budget: 1 });
  const budget = fields.get("budget") ?? "";
  for (let time = 0; time < 2; time++) {
    await sendJson(body);
    await settle();
  }
  expect((await calls()).map(({ state }) => state)).toEqual(["same", "created"]);
  const [card] = await cards(name);
  await owner.call(updateCard, { cardId: card?.id ?? expect.fail(), fields: { [budget]: 9 } });
  await settle();
  expect((await cards(name))[0]?.fields[budget]).toBe(9);
  // A process that died before it could log what it had done.
  const [, first] = await calls();
  const logged = await findCall(owner.orgId, webhook.id, first?.id ?? "");
  await saveCall({ ...(logged ?? expect.fail()), state: "waiting" });
  await settle();
  expect((await calls())[1]).toMatchObject({ state: "created", cardId: card?.id });
  expect((await cards(name))[0]?.fields[budget]).toBe(9);
});

it("half characters, numbers of any size, long lists and names of any kind are taken in as what they say", async () => {
  await map({ mapping: [{ path: "name", fieldId: "name" }] });
  for (const [at, odd] of ["\\ud800", "\\u0000", "\\u202e", "\\udc00\\ud800"].entries())
    expect(await send({ body: `{"name":"Odd${at}x ${odd}","k${odd}":"v","__proto__":{"a${odd}":1}}` }), odd).toBe(202);
  await settle();
  expect((await calls()).map(({ state }) => state)).not.toContain("waiting");
  expect(await cards("Odd0x")).toMatchObject([{ fields: { name: "Odd0x \u{FFFD}" } }]);
  const read = (text: string, type = "application/json") => readBody(Buffer.from(text), type);
  expect(await read('{"id":12345678901234567890,"sum":1.50}')).toEqual([
    ["id", "12345678901234567890"],
    ["sum", "1.5"],
  ]);
  expect(await read('[{"a":1},{"a":2}]')).toEqual([
    ["0.a", "1"],
    ["1.a", "2"],
  ]);
  expect(valuesOf(JSON.parse(`{"a":1,"deep":${"[[".repeat(20)}{"b":1}${"]]".repeat(20)}}`))).toEqual([["a", "1"]]);
  const many = await read(Array.from({ length: 25_000 }, () => "a=1").join("&"), "application/x-www-form-urlencoded");
  expect(many?.[0]?.[1].length).toBe(3 * 25_000 - 2);
});

it("a process whose time had run out does not take the value from the one that has it since", async () => {
  let time = Date.now();
  const begin = async () => {
    const [isIn, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const isOver = claimed({ orgId: owner.orgId, id: webhook.id }, "a@b.example", { now: () => time }, () => {
      isIn.resolve();
      return end.promise;
    });
    await isIn.promise;
    return async () => {
      end.resolve();
      await isOver;
      const { data } = await incomingClaimEntity()
        .query.main({ orgId: owner.orgId, webhookId: webhook.id })
        .go({ consistent: true });
      return data.length;
    };
  };
  const endFirst = await begin();
  time += 31_000;
  const endSecond = await begin();
  expect([await endFirst(), await endSecond()]).toEqual([1, 0]);
});
