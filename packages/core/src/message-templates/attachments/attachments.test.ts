import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { post, storeFile } from "@kartis/tests/support/files.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailProcedures } from "../../activities/index.ts";
import { fileProcedures } from "../../attachments/index.ts";
import { purgeUnused } from "../../attachments/unused.ts";
import { cardProcedures } from "../../cards/index.ts";
import { noteTrash } from "../../cards/trash/due.ts";
import { sweepTrash } from "../../cards/trash/purge.ts";
import { trashDays, unsentDays } from "../../cards/trash/rules.ts";
import { dueActions } from "../../cards/trash/actions.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { recordOf as withActions } from "../../data/payloads.ts";
import { findFile } from "../../files/index.ts";
import { maxFileBytes } from "../../files/rules.ts";
import { type CardId, type CardTypeId, type FileId, newId, type RecordId } from "../../kernel/id.ts";
import type { Grants } from "../../kernel/permission.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { usedOf } from "../../plans/index.ts";
import { undoProcedures } from "../../undo/index.ts";
import { templateProcedures } from "../procedures.ts";

const [list, create, update, removeTemplate, fill, sendTest, versions, version, restore] = [
  named(templateProcedures, "templates.list"),
  named(templateProcedures, "templates.create"),
  named(templateProcedures, "templates.update"),
  named(templateProcedures, "templates.remove"),
  named(templateProcedures, "templates.fill"),
  named(templateProcedures, "templates.sendTest"),
  named(templateProcedures, "templates.versions"),
  named(templateProcedures, "templates.version"),
  named(templateProcedures, "templates.restore"),
];
const [download, listFiles, removeFile, createUpload] = [
  named(fileProcedures, "files.download"),
  named(fileProcedures, "files.list"),
  named(fileProcedures, "files.remove"),
  named(fileProcedures, "files.createUpload"),
];
const send = named(mailProcedures, "mails.send");
const undo = named(undoProcedures, "changes.undo");

const dayMs = 86_400_000;
const texts = { en: { subject: "Prices", body: "Hello" } };
const said = [{ type: "paragraph" as const, content: [{ text: "Hello" }] }];

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
let cardId: CardId;
let addresses = 0;
beforeAll(async () => {
  backend = await startBackend();
  ({ owner, typeId, cardId } = await newFirm());
});
afterAll(() => backend.close());

async function newFirm(given: Parameters<typeof newOwner>[0] = {}) {
  const firm = await newOwner(given);
  await switchOn(firm, "content-templates");
  const [type] = await firm.call(named(cardProcedures, "cards.types"), {});
  if (!type) return expect.fail("no type");
  const card = await firm.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: "Galil Cold" } });
  return { owner: firm, typeId: type.id, cardId: card.id };
}
/** A template with a file of that name, which says its name. */
async function templateWith(name: string, by = owner) {
  const templateId = newId("tpl");
  const fileId = await storeFile(by, { name, content: name, templateId });
  return { fileId, ...(await by.call(create, { templateId, name: "Prices", channel: "mail", texts, attachments: [fileId] })) };
}
const namesOn = async (templateId: string, by = owner) =>
  (await by.call(list, {})).templates.find(({ id }) => id === templateId)?.attachments.map(({ name }) => name);
const newAddress = () => `prices${++addresses}@customer.example`;
const mailWith = (attachments: readonly FileId[], to: string, by = owner, on = cardId) =>
  by.call(send, { cardId: on, to: [{ email: to }], subject: "Prices", body: said, attachments: [...attachments] });
const refusal = (field: string, message: string) => ({ code: "INVALID_INPUT", details: { fields: { [field]: message } } });
const recordOf = ({ recordId }: { readonly recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");
async function memberWith(grants: Grants) {
  const role = await owner.call(named(organizationProcedures, "roles.create"), { name: `Role ${++addresses}`, grants });
  return newMember(owner, { systemRole: "BASIC", roleId: role.id });
}
const mayHave = (by: Owner, fileId: FileId) =>
  by.call(download, { fileId }).then(
    () => true,
    () => false,
  );

describe("files of a template", () => {
  it("are uploaded for it before there is one, and listed in the archive", async () => {
    const { id, fileId, attachments } = await templateWith("prices.pdf.txt");
    expect(attachments).toEqual([{ fileId, name: "prices.pdf.txt", bytes: 14, mime: "text/plain" }]);
    expect(await findFile(owner.orgId, fileId)).toMatchObject({
      templateId: id,
      cardId: null,
      activityId: null,
      purpose: "template",
    });
    const { rows } = await owner.call(listFiles, { search: "prices.pdf" });
    expect(rows).toMatchObject([{ fileId, templateId: id, card: null }]);
  });

  it("are of the template, at most ten, 15 MB together and 5 MB each; an SMS has none", async () => {
    const { id: templateId, fileId } = await templateWith("a.txt");
    const ofCard = await storeFile(owner, { name: "card.txt", content: "card", cardId });
    const missing = refusal("attachments", "validation.fileMissing");
    await expect(owner.call(update, { templateId, attachments: [ofCard] })).rejects.toMatchObject(missing);
    await expect(owner.call(update, { templateId, attachments: [newId("fil")] })).rejects.toMatchObject(missing);
    await expect(owner.call(update, { templateId, attachments: [fileId, fileId] })).rejects.toMatchObject(
      refusal("attachments", "validation.sameFileTwice"),
    );
    const eleven = Array.from({ length: 11 }, () => newId("fil"));
    await expect(owner.call(update, { templateId, attachments: eleven })).rejects.toMatchObject(
      refusal("attachments", "validation.attachments"),
    );
    await expect(
      owner.call(createUpload, { name: "b.txt", bytes: maxFileBytes + 1, purpose: "template", templateId }),
    ).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE", details: { messageKey: "validation.fileSize", params: { size: 5 } } });
    const heavy: FileId[] = [];
    for (const name of ["1", "2", "3", "4"])
      heavy.push(await storeFile(owner, { name, content: new Uint8Array(4 * 1_048_576), templateId }));
    await expect(owner.call(update, { templateId, attachments: heavy })).rejects.toMatchObject(
      refusal("attachments", "validation.mailTooLarge"),
    );
    expect((await owner.call(update, { templateId, attachments: heavy.slice(1) })).attachments).toHaveLength(3);
    await expect(owner.call(create, { name: "SMS", channel: "sms", texts, attachments: [fileId] })).rejects.toMatchObject(
      refusal("attachments", "validation.type"),
    );
  });

  it("need the permission to change the template, and none of other organizations", async () => {
    const { id: templateId } = await templateWith("a.txt");
    const upload = (by: Owner, ref = templateId) =>
      by.call(createUpload, { name: "b.txt", bytes: 3, purpose: "template", templateId: ref });
    const reader = await memberWith({ "STORAGE.create": "ORGANIZATION", "TEMPLATES.read": "ORGANIZATION" });
    await expect(upload(reader)).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const author = await memberWith({ "STORAGE.create": "ORGANIZATION", "TEMPLATES.update": "USER", "TEMPLATES.read": "USER" });
    await expect(upload(author)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(upload(author, "TASK_EMAIL_REMINDER")).rejects.toMatchObject({ code: "FORBIDDEN" });
    const other = await newOwner();
    await expect(upload(other, newId("tpl"))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect((await post(owner, { name: "c.txt", content: "abc", templateId: "TASK_EMAIL_REMINDER" })).status).toBeLessThan(300);
  });

  it("go along to a type's own text of what Kartis sends, and to a template that is made of one", async () => {
    const fileId = await storeFile(owner, { name: "map.txt", content: "map", templateId: "MEETING_EMAIL_REMINDER" });
    await owner.call(update, { templateId: "MEETING_EMAIL_REMINDER", attachments: [fileId] });
    const own = await owner.call(update, { templateId: `MEETING_EMAIL_REMINDER.${typeId}`, attachments: [fileId], isOn: true });
    expect(own.attachments.map(({ name }) => name)).toEqual(["map.txt"]);
    expect((await owner.call(create, { name: "Map", channel: "mail", texts, attachments: [fileId] })).attachments).toHaveLength(
      1,
    );
  });
});

describe("a template's files go along", () => {
  it("with an email that is begun with it: whoever sees that may have them", async () => {
    const { id: templateId, fileId } = await templateWith("offer.txt");
    const filled = await owner.call(fill, { templateId, cardId });
    expect(filled.attachments.map((file) => file.fileId)).toEqual([fileId]);
    const reader = await memberWith({ "CARDS.read": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION" });
    expect(await mayHave(reader, fileId)).toBe(false);
    const to = newAddress();
    await mailWith([fileId], to);
    expect(await sendIntended(owner.orgId)).toBe(0);
    const [mail] = backend.engines.mail.listMails({ to });
    expect(mail?.attachments).toMatchObject([{ name: "offer.txt", type: "text/plain" }]);
    expect(Buffer.from(mail?.attachments[0]?.base64 ?? "", "base64").toString()).toBe("offer.txt");
    expect(await mayHave(reader, fileId)).toBe(true);
    expect(await usedOf(owner.orgId, "storage")).toBeGreaterThan(0);
  });

  it("for those alone who are offered the template", async () => {
    const { fileId } = await templateWith("secret.txt");
    const grants = { "CARDS.read": "ORGANIZATION", "COMMENTS.create": "ORGANIZATION", "COMMENTS.read": "ORGANIZATION" } as const;
    const writer = await memberWith(grants);
    await expect(mailWith([fileId], newAddress(), writer)).rejects.toMatchObject(
      refusal("attachments", "validation.fileMissing"),
    );
    const offered = await memberWith({ ...grants, "TEMPLATES.read": "ORGANIZATION" });
    expect((await mailWith([fileId], newAddress(), offered)).attachments).toMatchObject([{ name: "secret.txt" }]);
  });

  it("with a test to oneself", async () => {
    const { fileId } = await templateWith("test.txt");
    const message = { channel: "mail", format: "plain", language: "en", subject: "Prices", body: "Hello" } as const;
    const { to } = await owner.call(sendTest, { ...message, attachments: [fileId] });
    expect(backend.engines.mail.listMails({ to })[0]?.attachments).toMatchObject([{ name: "test.txt" }]);
    const ofCard = await storeFile(owner, { name: "card.txt", content: "card", cardId });
    await expect(owner.call(sendTest, { ...message, attachments: [ofCard] })).rejects.toMatchObject(
      refusal("attachments", "validation.fileMissing"),
    );
  });
});

describe("what was attached", () => {
  it("is in the versions, comes back with one, and by an undo", async () => {
    const { id: templateId, fileId, recordId } = await templateWith("v1.txt");
    const second = await storeFile(owner, { name: "v2.txt", content: "v2", templateId });
    const changed = await owner.call(update, { templateId, attachments: [second] });
    const { rows } = await owner.call(versions, { templateId });
    expect(rows[0]?.changed).toEqual(["attachments"]);
    const first = await owner.call(version, { templateId, recordId: recordId ?? "" });
    expect(first.attachments.map((file) => file.fileId)).toEqual([fileId]);
    await owner.call(undo, { recordId: recordOf(changed) });
    expect(await namesOn(templateId)).toEqual(["v1.txt"]);
    await owner.call(restore, { templateId, recordId: recordOf(changed) });
    expect(await namesOn(templateId)).toEqual(["v2.txt"]);
    await owner.call(undo, { recordId: recordOf(await owner.call(removeTemplate, { templateId })) });
    expect(await namesOn(templateId)).toEqual(["v2.txt"]);
  });

  it("and was deleted since is on no template, and does not come back", async () => {
    const { id: templateId, fileId, recordId } = await templateWith("gone.txt");
    const cleared = await owner.call(update, { templateId, attachments: [] });
    await owner.call(undo, { recordId: recordOf(cleared) });
    await owner.call(removeFile, { fileId });
    expect(await namesOn(templateId)).toEqual([]);
    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record?.changes).toMatchObject([{ action: "template.update", before: { attachments: [{ name: "gone.txt" }] } }]);
    await owner.call(update, { templateId, name: "Renamed" });
    await owner.call(restore, { templateId, recordId: recordId ?? "" });
    expect(await namesOn(templateId)).toEqual([]);
    expect((await owner.call(version, { templateId, recordId: recordId ?? "" })).attachments).toEqual([]);
  });
});

it("files that no template has go when nothing can bring them back; what was sent with an email becomes that email's", async () => {
  // The replica queries records by the time of day: what is tested here lies in the future.
  let nowMs = Math.ceil(Date.now() / dayMs) * dayMs + 21 * 3_600_000;
  const firm = await newFirm({ clock: { now: () => nowMs } });
  const by = firm.owner;
  const { id: templateId, fileId: kept } = await templateWith("kept.txt", by);
  const upload = (name: string) => storeFile(by, { name, content: "four", templateId });
  const [detached, sent, unsaved] = [await upload("detached.txt"), await upload("sent.txt"), await upload("unsaved.txt")];
  await by.call(update, { templateId, attachments: [kept, detached, sent] });
  const mail = await mailWith([sent], newAddress(), by, firm.cardId);
  await by.call(update, { templateId, attachments: [kept] });
  for (const record of await latestRecords(by.orgId, 100, null)) await noteTrash(withActions(record, dueActions));
  const left = async () => {
    const found = await Promise.all([kept, detached, sent, unsaved].map((fileId) => findFile(by.orgId, fileId)));
    return found.map((file) => file?.name ?? null);
  };
  const sweep = () => sweepTrash({ now: () => nowMs }, 60_000, [purgeUnused]);
  nowMs += unsentDays * dayMs - 1;
  await sweep();
  expect(await left()).toEqual(["kept.txt", "detached.txt", "sent.txt", "unsaved.txt"]);
  nowMs += 2 * dayMs;
  expect(await sweep()).toEqual({ failed: 0 });
  expect(await left()).toEqual(["kept.txt", "detached.txt", "sent.txt", null]);
  nowMs += trashDays * dayMs;
  expect(await sweep()).toEqual({ failed: 0 });
  expect(await left()).toEqual(["kept.txt", null, "sent.txt", null]);
  expect(await findFile(by.orgId, sent)).toMatchObject({ activityId: mail.id, templateId: null });
  expect(await usedOf(by.orgId, "storage")).toBe("kept.txt".length + 4);
  const [record] = await latestRecords(by.orgId, 1, null);
  await sweep();
  expect((await latestRecords(by.orgId, 1, null))[0]?.id).toBe(record?.id);
});
