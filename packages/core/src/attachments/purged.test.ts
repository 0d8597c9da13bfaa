import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { dueActions, purgeActions } from "../cards/trash/actions.ts";
import { noteTrash } from "../cards/trash/due.ts";
import { sweepTrash } from "../cards/trash/purge.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { recordOf } from "../data/payloads.ts";
import { findFile } from "../files/index.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { type CardId, type CardTypeId, type FileId, newId } from "../kernel/id.ts";
import { usedOf } from "../plans/index.ts";
import { fileProcedures } from "./index.ts";
import { settlePurged } from "./purged.ts";

const [create, update, get, remove, merge, purge] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.purge"),
];
const [download, ofCard] = [named(fileProcedures, "files.download"), named(fileProcedures, "files.ofCard")];

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const papers = "fld_papers";
const plain = { options: [], displayed: true, required: false, internal: false };
const field = { ...plain, id: papers, type: "file" as const, label: "Papers" };
beforeEach(async () => {
  owner = await newOwner({ template: "empty" });
  const draft = { name: "Site", pluralName: "Sites", hue: "teal" as const, fields: [field] };
  typeId = (await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft })).id;
});

async function withFiles(name: string, count = 1) {
  const cardId = newId("crd");
  const fileIds: FileId[] = [];
  for (let at = 0; at < count; at++)
    fileIds.push(await storeFile(owner, { name: `${name} ${at}.txt`, content: "x".repeat(100), cardId }));
  const shown = fileIds.slice(0, 5).map((fileId) => ({ fileId, name: "", bytes: 0, mime: "" }));
  await owner.call(create, { typeId, cardId, fields: { name, [papers]: shown } });
  return { cardId, fileIds };
}
/** Purges it, and delivers that to the consumer twice, as the queue may. */
async function purged(cardId: CardId) {
  await owner.call(remove, { cardId });
  await owner.call(purge, { cardId });
  const [record] = await latestRecords(owner.orgId, 1, null);
  if (!record) return expect.fail("no record");
  const context = { actor: systemActor(owner.orgId, "test"), clock: systemClock };
  for (let times = 0; times < 2; times++) await settlePurged(recordOf(record, purgeActions), context);
}
const isThere = async (fileId: FileId | undefined) => fileId !== undefined && (await findFile(owner.orgId, fileId)) !== undefined;

it("a purged card takes its files along, shown or not, and frees their storage", async () => {
  const [gone, kept] = [await withFiles("Arbel", 8), await withFiles("Other")];
  await purged(gone.cardId);
  expect(await Promise.all(gone.fileIds.map(isThere))).not.toContain(true);
  expect(await isThere(kept.fileIds[0])).toBe(true);
  expect(await usedOf(owner.orgId, "storage")).toBe(100);
  const deleted = (await latestRecords(owner.orgId, 50, null))
    .flatMap(({ changes }) => changes)
    .filter(({ action }) => action === "file.delete");
  // Their bytes are deleted next.
  expect(deleted.map(({ subject }) => subject.id).toSorted()).toEqual(gone.fileIds.toSorted());
});

it("a file that another card shows becomes that card's, and goes with it", async () => {
  const [survivor, other] = [await withFiles("A"), await withFiles("B", 2)];
  await owner.call(merge, { survivorId: survivor.cardId, otherIds: [other.cardId], choices: { [papers]: other.cardId } });
  const heir = await owner.call(create, { typeId, fields: { name: "C" } });
  const held = (await owner.call(get, { id: survivor.cardId })).fields[papers];
  await owner.call(update, { cardId: heir.id, fields: { [papers]: held } });
  const version = async (fileId: FileId) => (await findFile(owner.orgId, fileId))?.version;
  await purged(survivor.cardId);
  expect(await isThere(survivor.fileIds[0])).toBe(false);
  expect(await Promise.all(other.fileIds.map(version))).toEqual([1, 1]);
  // The sweep then takes the merged card.
  const [record] = (await latestRecords(owner.orgId, 10, null)).filter(({ changes }) => changes[0]?.action === "card.purge");
  if (!record) return expect.fail("no record");
  await noteTrash(recordOf(record, dueActions));
  await sweepTrash(systemClock, 60_000);
  const [swept] = await latestRecords(owner.orgId, 1, null);
  expect(swept?.changes.map(({ subject }) => subject.id)).toEqual([other.cardId]);
  if (swept) await settlePurged(recordOf(swept, purgeActions), { actor: systemActor(owner.orgId, "test"), clock: systemClock });
  for (const fileId of other.fileIds) {
    expect(await findFile(owner.orgId, fileId)).toMatchObject({ cardId: heir.id, version: 2 });
    expect(await owner.call(download, { fileId })).toMatchObject({ url: expect.stringContaining("http") });
  }
  expect((await owner.call(ofCard, { cardId: heir.id })).rows).toHaveLength(2);
  await purged(heir.id);
  expect(await usedOf(owner.orgId, "storage")).toBe(0);
});
