import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { exportProcedures, runExport } from "@kartis/core/exports/index.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { post, storeFile } from "@kartis/tests/support/files.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardEntity, cardTypeEntity, shardOf } from "../cards/entity.ts";
import { cardProcedures } from "../cards/index.ts";
import { seal, unseal } from "../cards/secrets/sealing.ts";
import { aroundRequests } from "../data/connection.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { dropBytes, finishUpload } from "../files/index.ts";
import { principalOf } from "../kernel/actor.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { limitOf, recount } from "../plans/index.ts";
import { pagesOf } from "../personal-data/everything.fixture.ts";
import { openReplica } from "../replicas.ts";
import { fileProcedures } from "./index.ts";

const [finish, remove, list, ofCard, storage, download, createUpload] = [
  named(fileProcedures, "files.finish"),
  named(fileProcedures, "files.remove"),
  named(fileProcedures, "files.list"),
  named(fileProcedures, "files.ofCard"),
  named(fileProcedures, "files.storage"),
  named(fileProcedures, "files.download"),
  named(fileProcedures, "files.createUpload"),
];
const [create, update, get, reveal, history, listCards] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.reveal"),
  named(cardProcedures, "cards.history"),
  named(cardProcedures, "cards.search"),
];

let backend: Backend;
let owner: Owner;
let other: Owner;
let typeId: CardTypeId;
let cardId: CardId;

const extraFields = [
  { id: "fld_papers", key: "papers", type: "file", label: "Papers" },
  { id: "fld_photos", key: "photos", type: "image", label: "Photos" },
  { id: "fld_wifi", key: "wifi", type: "password", label: "Wi-Fi" },
];

/** Adds a field of each kind used in this file to the type, before anything has read it. */
async function withExtraFields(by: Owner): Promise<CardTypeId> {
  const { data } = await cardTypeEntity().query.main({ orgId: by.orgId, kind: "type" }).go();
  const [item] = data;
  if (!item) throw new Error("No card type");
  const definition = { ...item.definition, version: 2, fields: [...item.definition.fields, ...extraFields] };
  await writePastTheJournal(cardTypeEntity().put({ orgId: by.orgId, kind: "type", typeId: item.typeId, version: 2, definition }));
  return item.typeId as CardTypeId;
}

beforeAll(async () => {
  backend = await startBackend();
  [owner, other] = [await newOwner(), await newOwner()];
  typeId = await withExtraFields(owner);
  cardId = (await owner.call(create, { typeId, fields: { name: "Arbel Winery" } })).id;
});
afterAll(() => backend.close());

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...randomBytes(200)]);
const fetchFile = async (fileId: `fil_${string}`, inline = true) => fetch((await owner.call(download, { fileId, inline })).url);

it("a file's type is decided by its bytes, not its name; only images and PDFs are shown in the browser", async () => {
  const cases = [
    { name: "photo.png", content: png, mime: "image/png", shown: true },
    { name: "contract.pdf", content: "%PDF-1.7 …", mime: "application/pdf", shown: true },
    { name: "notes.txt", content: "שלום, two lines\nof text", mime: "text/plain", shown: true },
    { name: "setup.png", content: "MZ\u0090\u0000this is a program", mime: "application/x-msdownload", shown: false },
    { name: "logo.svg", content: "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>", mime: "image/svg+xml", shown: false },
    { name: "page.txt", content: "<!doctype html><script>alert(1)</script>", mime: "text/html", shown: false },
  ];
  for (const { name, content, mime, shown } of cases) {
    const { fileId } = await post(owner, { name, content, cardId });
    expect(await owner.call(finish, { fileId }), name).toMatchObject({ fileId, name, mime, cardId });
    const response = await fetchFile(fileId);
    expect(response.headers.get("content-type")?.split(";")[0], name).toBe(mime);
    expect(response.headers.get("content-disposition"), name).toMatch(shown ? /^inline/ : /^attachment/);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(content as string)), name).toBe(true);
  }
});

it("where an image is required, a renamed program and an SVG are refused and not kept", async () => {
  const before = await owner.call(storage, {});
  for (const content of ["MZ\u0090\u0000this is a program", "<svg xmlns='http://www.w3.org/2000/svg'/>"]) {
    const { fileId } = await post(owner, { name: "photo.png", content, purpose: "image", cardId });
    await expect(owner.call(finish, { fileId })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { file: "validation.imageOnly" } },
    });
    await expect(owner.call(finish, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  }
  expect(await owner.call(storage, {})).toEqual(before);
});

it("files over five megabytes are refused beforehand, and by the store itself", async () => {
  const tooMuch = 5 * 1024 * 1024 + 1;
  await expect(owner.call(createUpload, { name: "a.bin", bytes: tooMuch, purpose: "card", cardId })).rejects.toMatchObject({
    code: "PAYLOAD_TOO_LARGE",
    details: { messageKey: "validation.fileSize", params: { size: 5 } },
  });
  const { url, fields } = await owner.call(createUpload, { name: "a.bin", bytes: 1, purpose: "card", cardId });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append("file", new Blob([new Uint8Array(tooMuch)]));
  expect((await fetch(url, { method: "POST", body: form })).status).toBe(400);
});

it("finishing an upload again, or often at once, changes nothing; somebody else cannot finish it", async () => {
  const before = await owner.call(storage, {});
  const { fileId } = await post(owner, { name: "twice.txt", content: "twice", cardId });
  await expect(other.call(finish, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const answers = await Promise.all(Array.from({ length: 12 }, () => owner.call(finish, { fileId })));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(await owner.call(finish, { fileId })).toEqual(answers[0]);
  expect(await owner.call(storage, {})).toMatchObject({ bytes: before.bytes + 5 });
});

it("of twenty uploads at once with room for seven, seven are kept and the meter is their exact sum", async () => {
  const crowded = await newOwner();
  const limitBytes = limitOf("TRIAL", "storage") ?? 0;
  await recount(crowded.orgId, "TRIAL", "storage", limitBytes - 75);
  const card = await crowded.call(create, { typeId: await withExtraFields(crowded), fields: { name: "Full" } });
  const uploads = await Promise.all(
    Array.from({ length: 20 }, (_, at) => post(crowded, { name: `${at}.txt`, content: "ten bytes.", cardId: card.id })),
  );
  const settled = await Promise.allSettled(uploads.map(({ fileId }) => crowded.call(finish, { fileId })));
  const refused = settled.filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array.from({ length: 13 }, () => "PAYMENT_REQUIRED"));
  expect(await crowded.call(storage, {})).toEqual({ bytes: limitBytes - 5, limitBytes });
  expect((await crowded.call(list, {})).total).toBe(7);
  await expect(crowded.call(createUpload, { name: "a.txt", bytes: 10, purpose: "card", cardId: card.id })).rejects.toMatchObject({
    code: "PAYMENT_REQUIRED",
    details: { messageKey: "errors.limit.storage" },
  });
});

it("an upload that takes the last room is kept when its twin finds none", async () => {
  const crowded = await newOwner();
  await recount(crowded.orgId, "TRIAL", "storage", (limitOf("TRIAL", "storage") ?? 0) - 10);
  const card = await crowded.call(create, { typeId: await withExtraFields(crowded), fields: { name: "Full" } });
  const { fileId } = await post(crowded, { name: "last.txt", content: "ten bytes.", cardId: card.id });
  const { actor, clock, requestId, origin } = await crowded.context();
  const unlimited = { ...principalOf(actor), plan: null };
  // In a process of its own; here it would wait for its turn at the meter. It finishes after this one has read that nobody has, and before it reads what is left.
  const asTwin = () => finishUpload(unlimited, crowded.userId, fileId, { orgId: crowded.orgId, actor, clock, requestId, origin });
  let twin: unknown;
  const letGo = aroundRequests(async ({ operation, input }, next) => {
    if (operation !== "Query" || !JSON.stringify(input).includes("meter")) return next();
    letGo();
    twin = await asTwin();
    return next();
  });
  const answer = await crowded.call(finish, { fileId });
  letGo();
  expect(twin).toMatchObject({ fileId });
  expect(answer).toEqual(twin);
  const { url } = await crowded.call(download, { fileId });
  expect(await (await fetch(url)).text()).toBe("ten bytes.");
});

it("a field accepts existing files only, with the server's own metadata, and images only where it requires them", async () => {
  const paper = await storeFile(owner, { name: "paper.pdf", content: "%PDF-1.4", cardId });
  const set = (fields: Record<string, unknown>) => owner.call(update, { cardId, fields });
  const held = await set({ fld_papers: [{ fileId: paper, name: "harmless.png", bytes: 1, mime: "image/png" }] });
  expect(held.fields["fld_papers"]).toEqual([{ fileId: paper, name: "paper.pdf", bytes: 8, mime: "application/pdf" }]);
  const wrong = (fieldId: string, message: string) => ({ code: "INVALID_INPUT", details: { fields: { [fieldId]: message } } });
  await expect(set({ fld_photos: [paper] })).rejects.toMatchObject(wrong("fld_photos", "validation.imageOnly"));
  const theirs = await other.call(create, { typeId: await withExtraFields(other), fields: { name: "Theirs" } });
  const foreign = await storeFile(other, { name: "theirs.pdf", content: "%PDF-1.4", cardId: theirs.id });
  await expect(set({ fld_papers: [foreign] })).rejects.toMatchObject(wrong("fld_papers", "validation.fileMissing"));
  await expect(set({ avatar: [foreign] })).rejects.toMatchObject(wrong("avatar", "validation.fileMissing"));
  const { fileId: unfinished } = await post(owner, { name: "half.pdf", content: "%PDF-1.4", cardId });
  await expect(set({ fld_papers: [unfinished] })).rejects.toMatchObject(wrong("fld_papers", "validation.fileMissing"));
  const found = await owner.call(listCards, {
    cardTypeId: typeId,
    filter: { fieldId: "fld_papers", operator: "CONTAINS", value: "PAPER" },
  });
  expect(found.rows.map((card) => card.id)).toEqual([cardId]);
});

it("deleting a file removes it from the cards that show it, from the meter and finally from the store", async () => {
  const card = await owner.call(create, { typeId, fields: { name: "With a picture" } });
  const fileId = await storeFile(owner, { name: "face.png", content: png, purpose: "avatar", cardId: card.id });
  await owner.call(update, { cardId: card.id, fields: { avatar: [fileId], fld_photos: [fileId] } });
  const { url } = await owner.call(download, { fileId });
  const before = await owner.call(storage, {});
  expect((await owner.call(ofCard, { cardId: card.id })).rows.map((file) => file.fileId)).toEqual([fileId]);
  await owner.call(remove, { fileId });
  expect((await owner.call(get, { id: card.id })).fields).toEqual({ name: "With a picture", owner: owner.userId });
  expect(await owner.call(storage, {})).toMatchObject({ bytes: before.bytes - png.byteLength });
  expect((await owner.call(ofCard, { cardId: card.id })).rows).toEqual([]);
  await expect(owner.call(download, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(owner.call(remove, { fileId })).rejects.toMatchObject({ code: "NOT_FOUND" });
  const records = await latestRecords(owner.orgId, 2, null);
  expect(records.flatMap((record) => record.changes.map((change) => change.action)).toSorted()).toEqual([
    "card.update",
    "file.delete",
  ]);
  await dropBytes(owner.orgId, fileId);
  expect((await fetch(url)).status).toBe(404);
});

it("files can be uploaded before their card is created, and nobody else sees them meanwhile", async () => {
  const future = `crd_01K${"0".repeat(22)}A` as CardId;
  const fileId = await storeFile(owner, { name: "early.pdf", content: "%PDF-1.4", cardId: future });
  const made = await owner.call(create, { typeId, cardId: future, fields: { name: "Late", fld_papers: [fileId] } });
  expect(made.fields["fld_papers"]).toMatchObject([{ name: "early.pdf" }]);
});

it("the archive filters, sorts and pages", async () => {
  const all = await owner.call(list, { sort: { by: "bytes", direction: "asc" } });
  expect(all.total).toBeGreaterThan(6);
  expect(all.rows.map((file) => file.bytes)).toEqual(all.rows.map((file) => file.bytes).toSorted((a, b) => a - b));
  expect((await owner.call(list, { kinds: ["pdf"] })).rows.every((file) => file.mime === "application/pdf")).toBe(true);
  expect((await owner.call(list, { search: "NOTES" })).rows).toMatchObject([
    { name: "notes.txt", card: { id: cardId, name: "Arbel Winery" } },
  ]);
  const pages = [await owner.call(list, { limit: 4 }), await owner.call(list, { limit: 4, cursor: 4 })];
  expect(new Set(pages.flatMap((page) => page.rows.map((file) => file.fileId))).size).toBe(8);
});

const password = "Tr0ub4dor&3 שלום";

it("a password is revealed to a person who may change the card, once asked, and that is recorded; it appears nowhere else", async () => {
  const card = await owner.call(create, { typeId, fields: { name: "Router", fld_wifi: "first one" } });
  await owner.call(update, { cardId: card.id, fields: { fld_wifi: password } });
  const shown = await owner.call(get, { id: card.id });
  expect(shown.fields["fld_wifi"]).toEqual({ setAt: expect.any(String) });
  expect(await owner.call(reveal, { cardId: card.id, fieldId: "fld_wifi" })).toEqual({ text: password });
  const [latest] = (await owner.call(history, { cardId: card.id })).entries;
  expect(latest).toMatchObject({ action: "card.reveal", userId: owner.userId, after: { fieldId: "fld_wifi" } });

  const { operationId } = await owner.call(named(exportProcedures, "cards.export"), { cardTypeId: typeId });
  const operation = await findOperation(owner.orgId, operationId);
  if (!operation) throw new Error("No export");
  await runExport(operation, await owner.actor(), systemClock);
  const { resultUrl } = await owner.call(named(operationProcedures, "operations.get"), { operationId });
  const fileId = resultUrl?.replace("/files/", "") as `fil_${string}` | undefined;
  const { db } = await openReplica(owner.orgId);
  const { data: items } = await cardEntity()
    .query.main({ orgId: owner.orgId, shard: shardOf(card.id) })
    .go();
  const everywhere = JSON.stringify([
    shown,
    await owner.call(listCards, { cardTypeId: typeId }),
    await owner.call(history, { cardId: card.id }),
    await latestRecords(owner.orgId, 200, null),
    (await pagesOf(db)).toString("latin1"),
    items,
    fileId ? await (await fetchFile(fileId)).text() : "",
  ]);
  expect(fileId).toBeDefined();
  expect(everywhere).not.toContain("Tr0ub4dor");
  expect(everywhere).not.toContain("first one");
  const exists = { fieldId: "fld_wifi", operator: "EXISTS" } as const;
  expect((await owner.call(listCards, { cardTypeId: typeId, filter: exists })).rows.map(({ id }) => id)).toEqual([card.id]);
  await owner.call(update, { cardId: card.id, fields: { fld_wifi: null } });
  await expect(owner.call(reveal, { cardId: card.id, fieldId: "fld_wifi" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect((await owner.call(listCards, { cardTypeId: typeId, filter: exists })).rows).toEqual([]);
});

it("a secret can only be opened in its own place", () => {
  const place = { orgId: owner.orgId, cardId, fieldId: "fld_wifi" };
  const sealed = seal(password, place);
  expect(unseal(sealed, place)).toBe(password);
  expect(seal(password, place)).not.toBe(sealed);
  const elsewhere = [
    { ...place, orgId: other.orgId },
    { ...place, cardId: "crd_01BX5ZZKBKACTAV9WEVGEMMVRZ" as const },
    { ...place, fieldId: "fld_other" },
  ];
  for (const wrong of elsewhere) expect(() => unseal(sealed, wrong)).toThrow();
  expect(() => unseal(`${sealed.slice(0, -2)}AA`, place)).toThrow();
});
