import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { unzip } from "@kartis/tests/support/unzip.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { download } from "../attachments/index.ts";
import { whatsappProcedures } from "../activities/whatsapp/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { chatProcedures } from "../chats/index.ts";
import { type CardId, type CardTypeId, isId, type OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { openReplica, writeSnapshot } from "../replicas.ts";
import { everythingKept, pagesOf, whereStands } from "./everything.fixture.ts";
import { personalDataProcedures } from "./index.ts";

const [create, trash] = [named(cardProcedures, "cards.create"), named(cardProcedures, "cards.remove")];
const [options, send] = [named(whatsappProcedures, "whatsapp.options"), named(whatsappProcedures, "whatsapp.send")];
const listChats = named(chatProcedures, "chats.list");
const [preview, exportPerson, erase] = [
  named(personalDataProcedures, "personalData.preview"),
  named(personalDataProcedures, "personalData.export"),
  named(personalDataProcedures, "personalData.erase"),
];

/** Values that occur only in the person's data. */
const word = "zqxjkv";
const phone = "+972527439185";
const markers = [word, "527439185"];
const other = "+36301234567";

let backend: Backend;
let side: WhatsAppSide;
let owner: Owner;
let typeId: CardTypeId;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  side = await startWhatsApp();
});
afterAll(async () => {
  await side.close();
  await backend.close();
});
beforeEach(async () => {
  owner = await newOwner({ phone: "+972 50 234 5678" });
  await switchOn(owner, "chats");
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!type) return expect.fail("no type");
  typeId = type.id;
  await side.connect(owner, typeId);
  cardId = (await knownOnWhatsApp()) ?? expect.fail("no card");
  return undefined;
});

async function write(content: Parameters<typeof side.whatsapp.write>[1], from = phone, name = `${word} Cohen`) {
  expect(await side.call(owner.orgId, side.whatsapp.write(from, content, { name }))).toBe(200);
  await side.settle(owner.orgId);
}
const said = (body: string) => ({ type: "text", text: { body } });
const chats = async () => (await owner.call(listChats, {})).chats;

/** Somebody who writes, sends a file, reacts and is answered; and somebody else. @returns the card that was made of the first */
async function knownOnWhatsApp(): Promise<CardId | undefined> {
  await write(said(`${word} asks`));
  const asked = side.whatsapp.messages[0]?.id ?? "";
  const id = side.whatsapp.keepFile("text/plain", Buffer.from(`${word} bytes`));
  await write({ type: "document", document: { id, mime_type: "text/plain", filename: `${word}.txt`, caption: `${word} file` } });
  await write({ type: "reaction", reaction: { message_id: asked, emoji: "👍" } });
  const made = (await chats()).find((chat) => chat.phone === phone)?.cardId;
  if (made) await owner.call(send, { cardId: made, text: `${word} answered` });
  await side.settle(owner.orgId);
  await write(said("Somebody else's"), other, "Nagy Eszter");
  return made;
}

async function run(operationId: OperationId): Promise<void> {
  const record = sqsRecord({ orgId: owner.orgId, operationId });
  const state = async () => (await findOperation(owner.orgId, operationId))?.state;
  for (let times = 0; times < 50 && (await state()) === "running"; times++)
    expect(await deliver(handler, record)).toEqual({ batchItemFailures: [] });
  expect(await state()).toBe("done");
}

it("an erased person's conversation is gone, with its number, name, words and files, and with the calls that brought them", async () => {
  await writeSnapshot(owner.orgId);
  const before = await everythingKept(owner.orgId);
  for (const marker of markers) expect(whereStands([marker], before)).not.toEqual([]);
  expect((await owner.call(preview, { cardId })).parts).toContainEqual({ name: "chats", count: 1 });
  await run((await owner.call(erase, { cardId })).operationId);
  expect(whereStands(markers, await everythingKept(owner.orgId))).toEqual([]);
  expect(whereStands(markers, new Map([["replica", await pagesOf((await openReplica(owner.orgId)).db)]]))).toEqual([]);
  expect(await chats()).toMatchObject([{ phone: other, last: { text: "Somebody else's" } }]);
  // What is handed over once more brings nothing back; who writes anew begins anew.
  await side.keep(owner.orgId);
  expect(await chats()).toHaveLength(1);
  await write(said("Hello again"), phone, "Somebody");
  expect(await chats()).toMatchObject([{ phone, name: "Somebody", unread: 1 }, { phone: other }]);
});

it("an erased person's wish for no messages stays without their number, until they lift it", async () => {
  await write(said("stop"));
  expect((await owner.call(preview, { cardId })).kept).toContainEqual({ reason: "personalData.keeps.whatsappOptOuts", count: 1 });
  await run((await owner.call(erase, { cardId })).operationId);
  expect(whereStands(markers, await everythingKept(owner.orgId))).toEqual([]);
  // Typed in again, the number gets nothing, and nobody but the customer begins a conversation.
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const field = type?.fields.find((one) => one.type === "phone")?.id ?? "";
  const again = (await owner.call(create, { typeId, fields: { name: "Again", [field]: phone } })).id;
  const refused = { details: { fields: { phone: "validation.whatsappOptedOut" } } };
  const template = { name: "order_ready", language: "en", parameters: ["Dana"] };
  await expect(owner.call(send, { cardId: again, template })).rejects.toMatchObject(refused);
  const [number] = (await owner.call(options, { cardId: again })).numbers;
  expect(number).toMatchObject({ hasChat: false });
  expect(number?.optedOutAt).not.toBeNull();
  await write(said("Hello"), phone, "Somebody");
  await expect(owner.call(send, { cardId: again, text: "Hello" })).rejects.toMatchObject(refused);
  expect((await owner.call(options, { cardId: again })).numbers).toMatchObject([
    { hasChat: true, optedOutAt: number?.optedOutAt },
  ]);
  await write(said("start"), phone, "Somebody");
  await owner.call(send, { cardId: again, text: "Hello" });
  // Lifted, it does not come back where the conversation is deleted once more.
  await run((await owner.call(erase, { cardId: again })).operationId);
  const anew = (await owner.call(create, { typeId, fields: { name: "Anew", [field]: phone } })).id;
  expect((await owner.call(options, { cardId: anew })).numbers).toMatchObject([{ hasChat: false, optedOutAt: null }]);
});

it("a conversation that has moved on to another card stays there without the erased card's words", async () => {
  await owner.call(trash, { cardId });
  await side.call(owner.orgId, side.whatsapp.write(phone, said("From yesterday"), { name: "R", at: Date.now() - 86_400_000 }));
  await side.settle(owner.orgId);
  expect((await chats()).find((chat) => chat.phone === phone)).toMatchObject({ last: { text: `${word} answered` } });
  await run((await owner.call(erase, { cardId })).operationId);
  expect(whereStands([word], await everythingKept(owner.orgId))).toEqual([]);
  const [moved] = (await chats()).filter((chat) => chat.phone === phone);
  expect(moved).toMatchObject({ name: "R", last: null });
});

it("a person's bundle has their conversations, and nobody else's", async () => {
  await owner.call(create, { typeId, fields: { name: "A stranger" } });
  const { operationId } = await owner.call(exportPerson, { cardId });
  await run(operationId);
  const { resultUrl } = await owner.call(named(operationProcedures, "operations.get"), { operationId });
  const fileId = resultUrl?.split("/").at(-1);
  if (!isId("fil", fileId)) return expect.fail("no file");
  const { url } = await owner.call(download, { fileId });
  const files = unzip(Buffer.from(await (await fetch(url)).arrayBuffer()));
  const text = (path: string) => files.get(path)?.toString("utf8") ?? "";
  expect(JSON.parse(text("chats.json"))).toMatchObject([{ phone, name: `${word} Cohen`, last: { text: `${word} answered` } }]);
  expect(text("chats.csv")).toContain(phone.slice(1));
  expect(text("activities.json")).toContain(`${word} asks`);
  expect([...files].find(([path]) => path.endsWith(`/${word}.txt`))?.[1].toString("utf8")).toBe(`${word} bytes`);
  expect([...files.values()].join("\n")).not.toContain(other.slice(1));
  return undefined;
});
