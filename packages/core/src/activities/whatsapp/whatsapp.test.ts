import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { business, startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { handler as sweepTrashOnSchedule } from "@kartis/functions/trash/handler.ts";
import { handler as hook } from "@kartis/functions/webhooks/whatsapp/handler.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { cardProcedures } from "../../cards/index.ts";
import type { Field } from "../../cards/schema.ts";
import { dueActions } from "../../cards/trash/actions.ts";
import { noteTrash } from "../../cards/trash/due.ts";
import { chatIdOf, chatProcedures, findChat } from "../../chats/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { recordOf } from "../../data/payloads.ts";
import { type CardId, type CardTypeId, newId } from "../../kernel/id.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { outboundProcedures } from "../../outbound/index.ts";
import { timelineProcedures } from "../../timeline/index.ts";
import { hookAddressOf, verifyTokenOf } from "../../whatsapp/address.ts";
import { whatsappSettingsProcedures } from "../../whatsapp/index.ts";
import { messageProcedures, whatsappProcedures } from "./procedures.ts";
import type { SendWhatsAppInput } from "./schema.ts";

const [options, send, update, remove, restore] = [
  named(whatsappProcedures, "whatsapp.options"),
  named(whatsappProcedures, "whatsapp.send"),
  named(whatsappProcedures, "whatsapp.update"),
  named(whatsappProcedures, "whatsapp.remove"),
  named(whatsappProcedures, "whatsapp.restore"),
];
const [settings, connect, test, disconnect] = [
  named(whatsappSettingsProcedures, "whatsapp.settings"),
  named(whatsappSettingsProcedures, "whatsapp.connect"),
  named(whatsappSettingsProcedures, "whatsapp.test"),
  named(whatsappSettingsProcedures, "whatsapp.disconnect"),
];
const [listChats, updateChat, markRead] = [
  named(chatProcedures, "chats.list"),
  named(chatProcedures, "chats.update"),
  named(chatProcedures, "chats.markRead"),
];
const listMessages = named(messageProcedures, "chats.listMessages");
const timeline = named(timelineProcedures, "timeline.list");
const [open, sendAgain] = [named(outboundProcedures, "outbound.list"), named(outboundProcedures, "outbound.sendAgain")];
const [createCard, searchCards, trashCard] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.remove"),
];

let backend: Backend;
let side: WhatsAppSide;
let owner: Owner;
let typeId: CardTypeId;
let phoneField: Field;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  side = await startWhatsApp();
});
beforeEach(async () => {
  side.whatsapp.weather = "fine";
  side.calls.splice(0);
  owner = await connected();
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!type) throw new Error("no type");
  typeId = type.id;
  phoneField = type.fields.find((field) => field.type === "phone") ?? expect.fail("no phone");
  cardId = await card("054-555-0187");
});
afterAll(async () => {
  await side.close();
  await backend.close();
});

async function connected(): Promise<Owner> {
  const person = await newOwner({ language: "he" });
  await switchOn(person, "chats");
  const [type] = await person.call(named(cardProcedures, "cards.types"), {});
  await side.connect(person, type?.id ?? expect.fail("no type"));
  return person;
}
/** Runs the scheduled sweep of the trash. */
async function sweep() {
  for (const record of await latestRecords(owner.orgId, 300, null)) await noteTrash(recordOf(record, dueActions));
  await sweepTrashOnSchedule();
}
const hour = 3_600_000;
let counter = 0;
const card = async (phone: string | null, name = `Galil ${++counter}`) =>
  (await owner.call(createCard, { typeId, fields: { name, ...(phone ? { [phoneField.id]: phone } : {}) } })).id;
const customer = "+972545550187";
const said = (text: string) => ({ type: "text", text: { body: text } });
/** The customer writes, and the message is received. */
async function write(text: string, phone = customer, more: Parameters<typeof side.whatsapp.write>[2] = { name: "Rami Halabi" }) {
  expect(await side.call(owner.orgId, side.whatsapp.write(phone, said(text), more))).toBe(200);
  await side.settle(owner.orgId);
}
type Given = Partial<z.input<typeof SendWhatsAppInput>>;
const reply = (more: Given = {}, by = owner) => by.call(send, { cardId, text: "Hello Rami", ...more });
const chats = async (by = owner) => (await by.call(listChats, {})).chats;
const chat = async () => (await chats())[0] ?? expect.fail("no chat");
const messages = async () => (await owner.call(listMessages, { conversationSid: (await chat()).id })).messages;
const shown = async (id: string) => (await messages()).find((one) => one.id === id) ?? expect.fail("not in the conversation");
const cardCount = async () => (await owner.call(searchCards, { cardTypeId: typeId, limit: 1 })).total;
const onTimeline = async (id = cardId) => {
  const { entries } = await owner.call(timeline, { cardId: id, channels: ["whatsapp"], limit: 100 });
  return entries.flatMap((entry) => (entry.kind === "activity" && entry.type === "WHATSAPP" ? [entry.value] : []));
};

describe("a received message", () => {
  it("is stored once, on the card that has the number in whatever notation, and shown in the inbox", async () => {
    const call = side.whatsapp.write(customer, said("Is the roof free?"), { name: "Rami Halabi" });
    expect([await side.call(owner.orgId, call), await side.call(owner.orgId, call)]).toEqual([200, 200]);
    await side.settle(owner.orgId);
    await side.keep(owner.orgId);
    expect(await onTimeline()).toMatchObject([
      { direction: "IN", text: "Is the roof free?", phone: customer, createdBy: null, delivery: null },
    ]);
    expect(await chats()).toMatchObject([
      { phone: customer, name: "Rami Halabi", cardId, unread: 1, isClosed: false, last: { text: "Is the roof free?" } },
    ]);
    expect(await cardCount()).toBe(1);
  });

  it.each(["+972 54-555-0187", "0545550187", "972545550187", "(054) 555 0187", "+972545550187"])(
    "finds a card whose number was typed as %s",
    async (typed) => {
      await owner.call(trashCard, { cardId });
      cardId = await card(typed);
      await write("Hello");
      expect(await onTimeline()).toHaveLength(1);
    },
  );

  it("from a number on several cards goes to the card changed last, and its conversation stays with it", async () => {
    const older = cardId;
    cardId = await card("+972 54 555 0187");
    await write("Hello");
    await owner.call(named(cardProcedures, "cards.update"), { cardId: older, fields: { name: "Renamed" } });
    await write("Hello again");
    expect(await onTimeline()).toHaveLength(2);
  });

  it("from a stranger creates one card with name and number, even if two arrive at once", async () => {
    const stranger = "+36301234567";
    const calls = ["Jó napot", "napelem árajánlat?"].map((text) =>
      side.whatsapp.write(stranger, said(text), { name: "Nagy Eszter" }),
    );
    await Promise.all(calls.map((call) => side.call(owner.orgId, call)));
    await Promise.all([side.keep(owner.orgId), side.keep(owner.orgId)]);
    const [made] = await chats();
    expect(made).toMatchObject({ phone: stranger, unread: 2 });
    expect(await onTimeline(made?.cardId)).toHaveLength(2);
    const { rows } = await owner.call(searchCards, { cardTypeId: typeId, limit: 10 });
    expect(rows.map(({ fields }) => fields["name"])).toContain("Nagy Eszter");
    expect(await cardCount()).toBe(2);
  });

  it("starts a new conversation after the card was permanently deleted and the old one ended with it", async () => {
    await write("Hello");
    await write("From somebody else", "+36301234567", { name: "Nagy Eszter", at: Date.now() - 60_000 });
    await owner.call(trashCard, { cardId });
    await sweep();
    expect(await chats()).toHaveLength(2);
    await owner.call(named(cardProcedures, "cards.purge"), { cardId });
    await sweep();
    expect(await chats()).toMatchObject([{ phone: "+36301234567" }]);
    expect(await findChat(owner.orgId, chatIdOf(owner.orgId, customer))).toBeUndefined();
    await write("Hello again");
    expect(await chats()).toMatchObject([{ phone: customer, unread: 1 }, { phone: "+36301234567" }]);
  });

  it("goes to a new card if its card is in the trash", async () => {
    await write("Hello");
    await owner.call(trashCard, { cardId });
    await write("Are you there?");
    expect((await chat()).cardId).not.toBe(cardId);
  });

  it("of any kind is read: locations, contacts, replies, and reactions before and after their message", async () => {
    await write("First");
    const [first] = await messages();
    const firstId = side.whatsapp.messages[0]?.id ?? "";
    const place = { type: "location", location: { latitude: 32.08, longitude: 34.78, name: "Tel Aviv" } };
    const people = { type: "contacts", contacts: [{ name: { formatted_name: "Dana" }, phones: [{ phone: "+972541" }] }] };
    const later = side.whatsapp.write(customer, said("Reacted to early"));
    const laterId = side.whatsapp.messages[0]?.id ?? "";
    const react = (to: string, emoji: string, at = Date.now()) =>
      side.whatsapp.write(customer, { type: "reaction", reaction: { message_id: to, emoji } }, { at });
    for (const call of [
      side.whatsapp.write(customer, place),
      side.whatsapp.write(customer, people),
      side.whatsapp.write(customer, said("A reply"), { answers: firstId }),
      side.whatsapp.write(customer, { type: "poll", poll: {} }),
      react(firstId, "👍"),
      react(laterId, "❤️"),
      later,
    ])
      await side.call(owner.orgId, call);
    await side.settle(owner.orgId);
    const all = await messages();
    const of = (kind: string) => all.find((one) => one.kind === kind);
    expect(of("location")?.location).toMatchObject({ latitude: 32.08, longitude: 34.78, name: "Tel Aviv" });
    expect(of("contacts")?.contacts).toEqual([{ name: "Dana", phones: ["+972541"] }]);
    expect(of("unsupported")).toBeDefined();
    expect(all.find(({ text }) => text === "A reply")?.answers).toBe(first?.id);
    expect((await shown(first?.id ?? "")).reaction).toBe("👍");
    expect(all.find(({ text }) => text === "Reacted to early")?.reaction).toBe("❤️");
    await side.call(owner.orgId, react(firstId, "", Date.now() + 2_000));
    await side.settle(owner.orgId);
    expect((await shown(first?.id ?? "")).reaction).toBeNull();
  });

  it("has its files stored; a file that is too large is reported as such", async () => {
    const small = side.whatsapp.keepFile("image/png", Buffer.from("iVBORw0KGgo=", "base64"));
    const large = side.whatsapp.keepFile("video/mp4", Buffer.alloc(5 * 1_048_576 + 1));
    await side.call(
      owner.orgId,
      side.whatsapp.write(customer, { type: "image", image: { id: small, mime_type: "image/png", caption: "The meter" } }),
    );
    await side.call(owner.orgId, side.whatsapp.write(customer, { type: "video", video: { id: large, mime_type: "video/mp4" } }));
    await side.settle(owner.orgId);
    const all = await messages();
    expect(all.find(({ kind }) => kind === "image")).toMatchObject({
      text: "The meter",
      media: null,
      attachments: [{ name: "image.png", bytes: 8 }],
    });
    expect(all.find(({ kind }) => kind === "video")).toMatchObject({ media: "failed", reason: "tooLarge", attachments: [] });
  });

  it("stays in order in the inbox, whatever order messages arrive in, and reopens a closed conversation", async () => {
    await write("The latest");
    const { id } = await chat();
    await owner.call(updateChat, { chatId: id, isClosed: true, assignedTo: owner.userId });
    expect(await chats()).toEqual([]);
    await write("From yesterday", customer, { at: Date.now() - 20 * hour });
    expect(await chat()).toMatchObject({ isClosed: false, unread: 2, assignedTo: owner.userId, last: { text: "The latest" } });
    expect((await messages()).map(({ text }) => text)).toEqual(["The latest", "From yesterday"]);
    expect((await owner.call(markRead, { chatId: id })).unread).toBe(0);
    const { counts } = await owner.call(listChats, {});
    expect(counts).toMatchObject({ open: 1, unread: 0, mine: 1, unassigned: 0, window: 1, notSent: 0, closed: 0 });
  });

  it("is found by words, by names, and by numbers in any notation", async () => {
    await write("The invoice for the pergola");
    await write("Something else", "+36301234567", { name: "Nagy Eszter" });
    const found = async (query: string) => (await owner.call(listChats, { query })).chats.map(({ phone }) => phone);
    expect(await found("pergola")).toEqual([customer]);
    expect(await found("eszter")).toEqual(["+36301234567"]);
    expect(await found("054-555")).toEqual([customer]);
    expect(await found("100%")).toEqual([]);
  });
});

describe("a sent message", () => {
  it("reaches the customer; delivery reports may come in any order, and more than once", async () => {
    await write("Hello");
    const made = await reply();
    expect(made).toMatchObject({ delivery: "sending", direction: "OUT", createdBy: owner.userId, phone: customer });
    side.whatsapp.weather = "muddled";
    await side.send(owner.orgId);
    await side.keep(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("sent");
    await side.settle(owner.orgId);
    expect(await shown(made.id)).toMatchObject({ delivery: "read", reason: null });
    expect(await chat()).toMatchObject({ unread: 0, last: { direction: "OUT", delivery: "read" } });
  });

  it("is free-form for 24 hours after the customer's last message; before and after, only a template can be sent", async () => {
    const refused = { code: "PRECONDITION_FAILED", details: { messageKey: "errors.whatsappWindow" } };
    await expect(reply()).rejects.toMatchObject(refused);
    await write("Hello", customer, { at: Date.now() - 24 * hour - 1_000 });
    await expect(reply()).rejects.toMatchObject(refused);
    const template = { name: "estimate_ready", language: "he", parameters: ["רמי", "גולן"] };
    const made = await reply({ text: "", template });
    expect(made).toMatchObject({ kind: "template", text: "שלום רמי, הצעת המחיר עבור גולן מוכנה. אפשר להתקשר?" });
    await side.settle(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("read");
    expect(side.whatsapp.messages.find(({ isFromPhone }) => !isFromPhone)?.text).toBe(made.text);
    await write("Hello again", customer, { at: Date.now() - 24 * hour + 60_000 });
    const [number] = (await owner.call(options, { cardId })).numbers;
    expect(Date.parse(number?.windowEndsAt ?? "")).toBeGreaterThan(Date.now());
    await reply();
    await expect(reply({ template: { name: "payment_link", language: "en", parameters: ["x"] } })).rejects.toMatchObject({
      details: { fields: { template: "validation.whatsappTemplate" } },
    });
    await expect(reply({ template: { ...template, parameters: [] } })).rejects.toMatchObject({
      details: { fields: { template: "validation.whatsappParameters" } },
    });
  });

  it("carries files", async () => {
    await write("Hello");
    const { storeFile } = await import("@kartis/tests/support/files.ts");
    const fileId = await storeFile(owner, { name: "offer.txt", content: "The offer", cardId });
    const made = await reply({ fileId, text: "Here it is" });
    await side.settle(owner.orgId);
    expect(await shown(made.id)).toMatchObject({ kind: "document", delivery: "read", attachments: [{ name: "offer.txt" }] });
  });

  it.each([
    ["undeliverable", "undeliverable"],
    ["reengagement", "window"],
  ] as const)("that Meta takes and then reports as %s has failed, with the reason, in the inbox too", async (weather, reason) => {
    await write("Hello");
    side.whatsapp.weather = weather;
    const made = await reply();
    await side.settle(owner.orgId);
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason });
    expect((await owner.call(listChats, { folder: "notSent" })).total).toBe(1);
  });

  it("waits while Meta is busy, and is sent when it no longer is", async () => {
    await write("Hello");
    side.whatsapp.weather = "busy";
    const made = await reply();
    expect(await side.send(owner.orgId)).toBe(1);
    expect((await shown(made.id)).delivery).toBe("sending");
    side.whatsapp.weather = "fine";
    await side.settle(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("read");
  });

  it("whose answer was lost is not resent by itself: a report says that it arrived, or a person decides", async () => {
    await write("Hello");
    side.whatsapp.weather = "lost";
    const made = await reply();
    const { accepted } = side.whatsapp;
    await side.settle(owner.orgId);
    await side.settle(owner.orgId);
    expect(side.whatsapp.accepted).toBe(accepted + 1);
    expect((await shown(made.id)).delivery).toBe("unknown");
    expect((await owner.call(open, {})).effects).toMatchObject([
      { purpose: "whatsapp", state: "unknown", subject: { id: made.id } },
    ]);
    const id = side.whatsapp.messages[0]?.id ?? "";
    for (const call of side.whatsapp.settle(id, "delivered")) await side.call(owner.orgId, call);
    await side.keep(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("delivered");
  });

  it("whose connection broke before Meta had it is unknown too, and is resent when a person decides so", async () => {
    await write("Hello");
    side.whatsapp.weather = "lostBefore";
    const made = await reply();
    await side.settle(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("unknown");
    side.whatsapp.weather = "fine";
    const { effects } = await owner.call(open, {});
    await owner.call(sendAgain, { effectId: effects[0]?.id ?? expect.fail("not open") });
    await side.settle(owner.orgId);
    expect((await shown(made.id)).delivery).toBe("read");
  });

  it("is sent once, however often the call is repeated and however often its record is delivered", async () => {
    await write("Hello");
    const whatsappId = newId("act");
    const { accepted } = side.whatsapp;
    const [first, second] = await Promise.all([reply({ whatsappId }), reply({ whatsappId })]);
    expect(first.id).toBe(second.id);
    await Promise.all([side.send(owner.orgId), side.send(owner.orgId)]);
    expect(side.whatsapp.accepted).toBe(accepted + 1);
  });

  it("is pinned, moved to the trash and restored", async () => {
    await write("Hello");
    const made = await reply();
    expect(await owner.call(update, { whatsappId: made.id, pinned: true })).toMatchObject({ pinned: true });
    expect((await owner.call(remove, { whatsappId: made.id })).trashedAt).not.toBeNull();
    expect(await owner.call(restore, { whatsappId: made.id })).toMatchObject({ trashedAt: null });
  });
});

describe("a token that has expired", () => {
  it("is noticed, recorded once, and not used again until the number is reconnected", async () => {
    await write("Hello");
    side.whatsapp.weather = "expired";
    const [made, other] = [await reply(), await reply()];
    await side.settle(owner.orgId);
    expect(await shown(made.id)).toMatchObject({ delivery: "failed", reason: "account" });
    expect(await shown(other.id)).toMatchObject({ delivery: "failed" });
    expect((await owner.call(settings, {})).number).toMatchObject({ problem: "account" });
    const { calls } = side.whatsapp;
    await expect(reply()).rejects.toMatchObject({ details: { messageKey: "errors.whatsappExpired" } });
    const { effects } = await owner.call(open, {});
    await owner.call(sendAgain, { effectId: effects[0]?.id ?? expect.fail("not open") });
    await side.settle(owner.orgId);
    expect(side.whatsapp.calls).toBe(calls);
    const noted = (await latestRecords(owner.orgId, 300, null)).filter(
      ({ changes }) => changes[0]?.action === "whatsappNumber.update",
    );
    expect(noted).toHaveLength(1);
    expect((await owner.call(test, {})).problem).toBe("account");
    side.whatsapp.weather = "fine";
    expect((await owner.call(test, {})).problem).toBeNull();
    await reply();
  });
});

describe("the number", () => {
  it("is required for sending, and its credentials are never shown", async () => {
    await write("Hello");
    const answer = JSON.stringify([await owner.call(settings, {}), await latestRecords(owner.orgId, 300, null)]);
    expect(answer).toContain(business.phone);
    expect(answer).not.toContain(business.token);
    expect(answer).not.toContain(business.appSecret);
    await owner.call(disconnect, {});
    expect((await owner.call(settings, {})).number).toBeNull();
    expect((await owner.call(options, { cardId })).obstacle).toBe("missing");
    await expect(reply()).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.whatsappMissing", targetRoute: "/settings/integrations?open=whatsapp" },
    });
    expect(await side.call(owner.orgId, side.whatsapp.write(customer, said("Hello?")))).toBe(200);
    await side.keep(owner.orgId);
    expect(await messages()).toHaveLength(1);
  });

  it("is refused by field for a wrong token or id, and can be changed without entering the credentials again", async () => {
    const { phoneNumberId, businessId } = business;
    const given = { phoneNumberId, businessId, cardTypeId: typeId };
    await expect(owner.call(connect, { ...given, token: "wrong" })).rejects.toMatchObject({
      details: { fields: { token: "validation.whatsappToken" } },
    });
    await expect(owner.call(connect, { ...given, phoneNumberId: "999999" })).rejects.toMatchObject({
      details: { fields: { phoneNumberId: "validation.whatsappNumber" } },
    });
    expect(await owner.call(connect, given)).toMatchObject({ version: 2, phone: business.phone });
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Reads",
      grants: { "ORGANIZATION.read": "ORGANIZATION" },
    });
    const member = await newMember(owner, { roleId: role.id });
    expect((await member.call(settings, {})).hook).toBeNull();
    await expect(member.call(disconnect, {})).rejects.toMatchObject({ code: "NO_PERMISSION" });
    await expect(member.call(send, { cardId, text: "Hello" })).rejects.toMatchObject({
      code: "NO_PERMISSION",
      details: { params: { type: "COMMENTS" } },
    });
  });
});

describe("a webhook call", () => {
  const get = (query: Record<string, string>, token = hookAddressOf(owner.orgId)) =>
    hook({
      pathParameters: { token: token.slice(token.lastIndexOf("/") + 1) },
      headers: {},
      isBase64Encoded: false,
      queryStringParameters: query,
      requestContext: { http: { method: "GET" } },
    });

  it("that verifies the URL is answered with its challenge if it has the verify token", async () => {
    const asked = { "hub.mode": "subscribe", "hub.verify_token": verifyTokenOf(owner.orgId), "hub.challenge": "1158201444" };
    expect(await get(asked)).toMatchObject({ statusCode: 200, body: "1158201444" });
    expect(await get({ ...asked, "hub.verify_token": "wrong" })).toMatchObject({ statusCode: 403 });
    expect(await get({ ...asked, "hub.challenge": "<script>" })).toMatchObject({ statusCode: 403 });
    expect(await get(asked, `${hookAddressOf(owner.orgId)}x`)).toMatchObject({ statusCode: 403 });
    const other = await connected();
    expect(await get(asked, hookAddressOf(other.orgId))).toMatchObject({ statusCode: 403 });
  });

  it("counts only with the app's signature over its exact bytes", async () => {
    const call = side.whatsapp.write(customer, said("Hello"));
    const raw = JSON.stringify(call);
    const signature = side.whatsapp.signatureOf(raw);
    expect(await side.call(owner.orgId, call, { signature: "" })).toBe(401);
    expect(await side.call(owner.orgId, call, { signature: signature.replace("sha256=", "sha1=") })).toBe(401);
    expect(await side.call(owner.orgId, call, { raw: ` ${raw}`, signature })).toBe(401);
    expect(await side.call(owner.orgId, call, { raw: "x".repeat(3 * 1_048_576 + 1) })).toBe(413);
    expect(await side.call(owner.orgId, call, { raw: "{" })).toBe(400);
    expect(await side.call(owner.orgId, { hello: "there" })).toBe(400);
    await side.keep(owner.orgId);
    expect(await chats()).toEqual([]);
  });

  it("for another number, or to another organization's URL, changes nothing there", async () => {
    const other = await connected();
    const call = side.whatsapp.write(customer, said("Hello"));
    const foreign = JSON.parse(JSON.stringify(call).replaceAll(business.phoneNumberId, "777777777")) as unknown;
    expect(await side.call(owner.orgId, foreign)).toBe(200);
    expect(await side.call(owner.orgId, call)).toBe(200);
    await side.settle(owner.orgId);
    await side.settle(other.orgId);
    expect(await messages()).toHaveLength(1);
    expect(await chats(other)).toEqual([]);
    await expect(other.call(listMessages, { conversationSid: (await chat()).id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("of any shape is answered, and leaves nothing half-written", async () => {
    const whole = side.whatsapp.write(customer, said("Hello")) as { entry: unknown[] };
    const junk = fc.anything({ maxDepth: 3, withNullPrototype: false });
    const spoiled = fc.oneof(
      junk,
      fc.record({ object: fc.constant("whatsapp_business_account"), entry: fc.array(junk, { maxLength: 3 }) }),
      fc
        .tuple(fc.constantFrom("from", "id", "timestamp", "type", "text", "metadata", "messages", "contacts"), junk)
        .map(
          ([key, value]) => JSON.parse(JSON.stringify(whole), (name, held: unknown) => (name === key ? value : held)) as unknown,
        ),
    );
    await fc.assert(
      fc.asyncProperty(spoiled, async (body) => {
        const raw = JSON.stringify(body) ?? "";
        expect([200, 400]).toContain(await side.call(owner.orgId, body, { raw }));
      }),
      { numRuns: 500 },
    );
    await side.keep(owner.orgId);
    const { messages: all } = await owner.call(listMessages, {
      conversationSid: (await chats())[0]?.id ?? expect.fail("none could be read"),
    });
    for (const one of all) expect(one.phone).toMatch(/^\+\d{6,15}$/);
  });
});
