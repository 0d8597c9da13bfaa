import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { post, storeFile } from "@kartis/tests/support/files.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bulkProcedures } from "../bulk/index.ts";
import { mailProcedures, meetingProcedures, taskProcedures } from "../activities/index.ts";
import { settleFiles } from "../attachments/purged.ts";
import { activityProjection } from "../activities/projection.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { aroundRequests } from "../data/connection.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { replicasOf } from "../data/replica/index.ts";
import { exportProcedures } from "../exports/index.ts";
import { favoriteProcedures } from "../favorites/index.ts";
import { fileProjection } from "../files/projection.ts";
import { importProcedures } from "../imports/index.ts";
import { findFile } from "../files/index.ts";
import { auditProcedures } from "../journal/index.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { type CardId, type CardTypeId, newId, type OperationId } from "../kernel/id.ts";
import { templateProcedures } from "../message-templates/procedures.ts";
import { findOperation } from "../operations/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { usedOf } from "../plans/index.ts";
import { cardProjection } from "../cards/projection.ts";
import { dropReplicas, openReplica, writeSnapshot } from "../replicas.ts";
import { onceByKey } from "../tokens/index.ts";
import { everythingKept, pagesOf, whereStands, wordsOf } from "./everything.fixture.ts";
import { personalDataProcedures } from "./index.ts";
import { runErasure } from "./run-erasure.ts";

const [create, update, get, history, remove, merge, unmerge, search, createType] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.history"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.unmerge"),
  named(cardProcedures, "cards.freeSearch"),
  named(cardTypeProcedures, "cardTypes.create"),
];
const [preview, exportPerson, erase] = [
  named(personalDataProcedures, "personalData.preview"),
  named(personalDataProcedures, "personalData.export"),
  named(personalDataProcedures, "personalData.erase"),
];
const undo = named(undoProcedures, "changes.undo");

/** Values that occur only in the person's data. */
const word = "zqxjkv";
const markers = [word, "527439185", "918273645", "1931-07-23", "1931-07-24"];
/** Trigrams that a text index splits the word into. */
const trigrams = ["zqx", "qxj", "xjk"];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

let owner: Owner;
let typeId: CardTypeId;
beforeEach(async () => {
  owner = await newOwner({ template: "empty", phone: "+972 50 234 5678" });
  const plain = { displayed: true, required: false, internal: false, options: [] };
  const field = (type: string, more = {}) => ({ ...plain, id: `fld_${type}`, type, label: type, ...more });
  const options = [
    { id: "opt_a", label: "A", hue: "blue" as const },
    { id: "opt_b", label: "B", hue: "red" as const },
  ];
  const types = ["text", "textarea", "number", "currency", "accounting", "checkbox", "date", "datetime", "time", "color"];
  const others = ["file", "image", "password", "url", "range", "link", "user", "email", "phone"];
  const fields = [
    ...[...types, ...others].map((type) => field(type)),
    ...["radio", "singleSelect", "multiSelect"].map((type) => field(type, { options })),
    field("cardRelation", { relation: { typeIds: [], many: true } }),
  ];
  const draft = { name: "Person", pluralName: "People", hue: "teal", fields, identifiers: ["fld_email"] };
  typeId = (await owner.call(createType, { draft: draft as never })).id; // the fields are made by their types' names
});

/** Runs the operation as the queue does, as often as needed. */
async function run(operationId: OperationId): Promise<void> {
  const record = sqsRecord({ orgId: owner.orgId, operationId });
  for (let times = 0; times < 50; times++) {
    if ((await findOperation(owner.orgId, operationId))?.state !== "running") return;
    expect(await deliver(handler, record)).toEqual({ batchItemFailures: [] });
  }
  expect.fail(`${operationId} comes to no end`);
}
const stateOf = async (operationId: OperationId) => (await findOperation(owner.orgId, operationId))?.state;
const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );

async function upload(content: string) {
  const target = await owner.call(named(importProcedures, "imports.createUpload"), {
    fileName: "people.csv",
    bytes: content.length,
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  expect((await fetch(target.url, { method: "POST", body: form })).ok).toBe(true);
  return target.fileId;
}

/** A person with a value of every type, to whom everything happens that can happen to a card. */
async function knownPerson(): Promise<{ cardId: CardId; updateId: string }> {
  const cardId = newId("crd");
  const [shown, image, loose] = [
    await storeFile(owner, { name: `${word} passport.txt`, content: `${word} bytes`, cardId }),
    await storeFile(owner, {
      name: `${word}.png`,
      content: Uint8Array.from([...Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), ...Buffer.from(word)]),
      purpose: "image",
      cardId,
    }),
    await storeFile(owner, { name: `${word} former.txt`, content: `${word} former bytes`, cardId }),
  ];
  const reference = (fileId: string) => ({ fileId, name: "", bytes: 0, mime: "" });
  const other = await owner.call(create, { typeId, fields: { name: "A friend" } });
  await owner.call(create, {
    typeId,
    cardId,
    fields: {
      name: `${word} Cohen`,
      owner: owner.userId,
      fld_text: `${word} text`,
      fld_textarea: `${word}\nlong`,
      fld_number: 918273645,
      fld_currency: 918273645,
      fld_accounting: -918273645,
      fld_checkbox: true,
      fld_date: "1931-07-23",
      fld_datetime: "1931-07-24T10:00:00.000Z",
      fld_time: "10:31",
      fld_color: "#123456",
      fld_file: [reference(shown), reference(loose)],
      fld_image: [reference(image)],
      fld_password: `${word} secret`,
      fld_url: `https://${word}.example`,
      fld_range: 4,
      fld_link: { url: `https://${word}.example/link`, label: `${word} link` },
      fld_user: owner.userId,
      fld_email: `first.${word}@example.com`,
      fld_phone: "+972527439185",
      fld_radio: "opt_a",
      fld_singleSelect: "opt_b",
      fld_multiSelect: ["opt_a", "opt_b"],
      fld_cardRelation: [other.id],
    },
  });
  // Changed, with an address that identified them; a deleted file of theirs; one being uploaded.
  await owner.call(update, { cardId, fields: { fld_email: `second.${word}@example.com`, fld_file: [reference(shown)] } });
  await owner.call(named((await import("../attachments/index.ts")).fileProcedures, "files.remove"), { fileId: loose });
  await post(owner, { name: `${word} late.txt`, content: `${word} on its way`, cardId });
  const { recordId } = await owner.call(update, { cardId, fields: { fld_text: `${word} text again` } });
  // Another card about them, merged into it; and somebody else's card into which a third was merged for a while.
  const double = await owner.call(create, { typeId, fields: { name: `${word} double`, fld_textarea: `${word} of the double` } });
  await owner.call(merge, { survivorId: cardId, otherIds: [double.id], choices: {} });
  await owner.call(create, { typeId, fields: { name: "Mentions", fld_cardRelation: [cardId] } });
  // A task about them, and one that was for a while.
  const call = { title: `${word} call`, due: "2030-01-01", cardId, description: `${word} wants it` };
  const task = await owner.call(named(taskProcedures, "tasks.create"), call);
  await owner.call(named(taskProcedures, "tasks.update"), { taskId: task.id, title: `${word} call again` });
  await owner.call(named(taskProcedures, "tasks.remove"), { taskId: task.id });
  const moved = await owner.call(named(taskProcedures, "tasks.create"), { ...call, title: `${word} visit`, cardId: null });
  await owner.call(named(taskProcedures, "tasks.update"), { taskId: moved.id, cardId });
  // Meetings about them, and to which they are invited, or were.
  const createMeeting = named(meetingProcedures, "meetings.create");
  const site = { title: "Site visit", start: "2030-01-01T10:00Z" };
  await owner.call(createMeeting, { ...site, title: `${word} visit`, cardId });
  const invited = [{ cardId, email: `guest.${word}@example.com`, name: `${word} Cohen` }, { email: "other@x.example" }];
  const meeting = await owner.call(createMeeting, { ...site, guests: invited });
  const guestId = meeting.guests[0]?.id ?? expect.fail("no guest");
  await owner.call(named(meetingProcedures, "meetings.answer"), { meetingId: meeting.id, guestId, rsvp: "ACCEPTED" });
  const former = await owner.call(createMeeting, { ...site, guests: invited });
  await owner.call(named(meetingProcedures, "meetings.update"), { meetingId: former.id, guests: [] });
  // To one time of a series they still are, from another they were taken off.
  const daily = { frequency: "day" as const, every: 1, ends: { type: "never" as const } };
  const series = await owner.call(createMeeting, { ...site, repeat: daily, guests: [{ email: "other@x.example" }] });
  for (const [day, guests] of [
    ["2030-01-02", invited],
    ["2030-01-03", invited],
    ["2030-01-03", []],
  ] as const)
    await owner.call(named(meetingProcedures, "meetings.update"), {
      meetingId: series.id,
      scope: "one",
      day,
      guests: [...guests],
    });
  await owner.call(named(favoriteProcedures, "favorites.add"), { cardId });
  await owner.call(named(favoriteProcedures, "recent.visit"), { cardId });
  // Imported over, with a rejected row and a corrected cell; exported; edited with others; requested once by key.
  const mapping = [
    { column: 0, fieldId: "name" },
    { column: 1, fieldId: "fld_email" },
    { column: 2, fieldId: "fld_phone" },
  ];
  const csv = `Name,Email,Phone\nZqxjkv Imported,second.${word}@example.com,0527439185\n${word} refused,no address,0527439185\n,x@y.example,\n`;
  const importing = await owner.call(named(importProcedures, "imports.start"), {
    typeId,
    fileId: await upload(csv),
    mapping,
    mode: "createOrUpdate",
    matchFieldId: "fld_email",
    corrections: [{ line: 4, column: 0, value: `${word} corrected` }],
    skipLines: [4],
  });
  await run(importing.operationId);
  await upload(csv);
  const exporting = await owner.call(named(exportProcedures, "cards.export"), { cardTypeId: typeId });
  const auditing = await owner.call(named(auditProcedures, "audit.export"), {});
  const exportingPerson = await owner.call(exportPerson, { cardId });
  const editing = await owner.call(named(bulkProcedures, "bulk.start"), {
    selection: { query: { cardTypeId: typeId, filter: { fieldId: "name", operator: "CONTAINS", value: word }, sort: [] } },
    change: { kind: "edit", fields: { fld_textarea: `${word} for many` } },
  });
  for (const { operationId } of [exporting, auditing, exportingPerson, editing]) {
    await run(operationId);
    expect(await stateOf(operationId)).toBe("done");
  }
  const answer = { status: 200, body: JSON.stringify({ name: word }) };
  await onceByKey({ orgId: owner.orgId, caller: owner.userId, key: "k", request: ["r"] }, systemClock, async () => answer);
  return { cardId, updateId: recordId ?? expect.fail() };
}

/** Every card but those, as the table has them. */
async function cardsBut(cardIds: readonly CardId[]): Promise<Map<string, string>> {
  const kept = await everythingKept(owner.orgId);
  return new Map(
    [...kept].flatMap(([name, bytes]) =>
      name.startsWith(`table $kartis#orgId_${owner.orgId}#shard`) && !cardIds.some((cardId) => name.includes(cardId))
        ? [[name, bytes.toString("latin1")] as const]
        : [],
    ),
  );
}

const inReplica = async (db: DatabaseSync) => [
  ...whereStands([word], new Map([["pages", await pagesOf(db)]])),
  ...whereStands([word, ...trigrams], new Map([["words", wordsOf(db)]])),
];
const newReplicas = () => replicasOf([cardProjection, activityProjection, fileProjection]);

describe("an erased person", () => {
  it("is gone from everywhere: table, indexes, journal, files, exports, snapshots, existing replicas", async () => {
    const { cardId } = await knownPerson();
    const elsewhere = newReplicas();
    await elsewhere.openReplica(owner.orgId);
    await writeSnapshot(owner.orgId);
    const before = await everythingKept(owner.orgId);
    for (const marker of markers) expect(whereStands([marker], before)).not.toEqual([]);
    const { db: replica } = await openReplica(owner.orgId);
    expect(await inReplica(replica)).toHaveLength(2 + trigrams.length);
    const others = await cardsBut([cardId]);
    const cards = await usedOf(owner.orgId, "cards");

    const { operationId } = await owner.call(erase, { cardId });
    // At once, for all readers.
    expect(await shapeOf(owner.call(get, { id: cardId }))).toMatchObject({ code: "NOT_FOUND" });
    await run(operationId);
    expect(await stateOf(operationId)).toBe("done");

    expect(whereStands(markers, await everythingKept(owner.orgId))).toEqual([]);
    for (const replicas of [{ openReplica }, elsewhere, newReplicas()]) {
      const { db } = await replicas.openReplica(owner.orgId);
      expect(await inReplica(db)).toEqual([]);
      expect(db.prepare("SELECT count(*) AS n FROM card WHERE id = ?").get(cardId)).toEqual({ n: 0 });
    }
    const left = await cardsBut([cardId]);
    for (const [name, bytes] of left) expect(bytes).toBe(others.get(name));
    expect(await usedOf(owner.orgId, "cards")).toBe(cards - 1);
    expect(await usedOf(owner.orgId, "storage")).toBe(0);
    // Free for somebody else.
    await owner.call(create, { typeId, fields: { name: "New", fld_email: `second.${word}@example.com` } });
  });

  it("leaves in the journal who did what and when, and that it was erased", async () => {
    const { cardId } = await knownPerson();
    const before = await latestRecords(owner.orgId, 200, null);
    const { operationId } = await owner.call(erase, { cardId });
    await run(operationId);
    const after = new Map((await latestRecords(owner.orgId, 200, null)).map((record) => [record.id, record]));
    for (const { id, at, actor, changes } of before) {
      const record = after.get(id) ?? expect.fail();
      expect(record).toMatchObject({ at, actor });
      expect(record.changes.map(({ action, subject, version }) => [action, subject, version])).toEqual(
        changes.map(({ action, subject, version }) => [action, subject, version]),
      );
      for (const change of record.changes)
        if (change.subject.id === cardId) expect(change).toMatchObject({ before: null, after: null });
    }
    const [recorded] = await latestRecords(owner.orgId, 1, null);
    expect(recorded).toMatchObject({
      actor: { kind: "user", id: owner.userId },
      batchId: operationId,
      changes: [{ action: "personalData.erase", before: null, after: { cards: 2, files: 2 } }],
    });
  });

  it("has no change that could be undone, and says so", async () => {
    const { cardId, updateId } = await knownPerson();
    await run((await owner.call(erase, { cardId })).operationId);
    expect(await shapeOf(owner.call(undo, { recordId: updateId }))).toMatchObject({
      code: "PRECONDITION_FAILED",
      messageKey: "errors.undo.erased",
    });
  });

  it("leaves a file to another card that shows it", async () => {
    const cardId = newId("crd");
    const fileId = await storeFile(owner, { name: "shared.txt", content: "shared", cardId });
    const fields = { fld_file: [{ fileId, name: "", bytes: 0, mime: "" }] };
    await owner.call(create, { typeId, cardId, fields: { name: word, ...fields } });
    const double = await owner.call(create, { typeId, fields: { name: "Lives on" } });
    const { recordId } = await owner.call(merge, { survivorId: double.id, otherIds: [cardId], choices: {} });
    await owner.call(unmerge, { recordId: recordId ?? expect.fail() });
    await owner.call(update, { cardId: double.id, fields });
    expect((await owner.call(preview, { cardId })).kept).toEqual([{ reason: "personalData.keeps.sharedFiles", count: 1 }]);
    await run((await owner.call(erase, { cardId })).operationId);
    const { fields: left } = await owner.call(get, { id: double.id });
    expect(left["fld_file"]).toMatchObject([{ fileId }]);
    expect([...(await everythingKept(owner.orgId)).keys()].filter((name) => name.includes(`files/${owner.orgId}`))).toHaveLength(
      1,
    );
  });

  it("leaves a template's file to the emails of others that were sent with it, also when the template is gone", async () => {
    await switchOn(owner, "content-templates");
    const templateId = newId("tpl");
    const fileId = await storeFile(owner, { name: "prices.txt", content: "prices", templateId });
    const texts = { en: { subject: "Prices", body: "Hello" } };
    const template = { templateId, name: "Prices", channel: "mail" as const, texts, attachments: [fileId] };
    await owner.call(named(templateProcedures, "templates.create"), template);
    const body = [{ type: "paragraph" as const, content: [{ text: "Hello" }] }];
    const mails = new Map<string, CardId>();
    for (const name of ["One", "Two"]) {
      const { id: cardId } = await owner.call(create, { typeId, fields: { name } });
      const mail = { cardId, to: [{ email: "dana@customer.example" }], subject: "Prices", body, attachments: [fileId] };
      mails.set((await owner.call(named(mailProcedures, "mails.send"), mail)).id, cardId);
    }
    await owner.call(named(templateProcedures, "templates.remove"), { templateId });
    const actor = systemActor(owner.orgId, "trash");
    const context = { orgId: owner.orgId, actor, clock: systemClock, requestId: newId("req"), origin: "system" } as const;
    await settleFiles(context, [fileId], async () => new Set([fileId]));
    const heirOf = async () => (await findFile(owner.orgId, fileId))?.activityId ?? "";
    const first = await heirOf();
    await run((await owner.call(erase, { cardId: mails.get(first) ?? expect.fail("nobody has it") })).operationId);
    expect([...mails.keys()].filter((id) => id !== first)).toEqual([await heirOf()]);
  });

  it("loses what another card had of theirs while the two were merged, and nothing else of that card's", async () => {
    const theirs = await owner.call(create, { typeId, fields: { name: word, fld_text: `${word} lent` } });
    const own = await owner.call(create, { typeId, fields: { name: "Lives on", fld_textarea: "mine" } });
    const merged = await owner.call(merge, { survivorId: own.id, otherIds: [theirs.id], choices: {} });
    await owner.call(update, { cardId: own.id, fields: { fld_text: `${word} edited`, fld_textarea: "mine again" } });
    await owner.call(unmerge, { recordId: merged.recordId ?? expect.fail() });
    await run((await owner.call(erase, { cardId: theirs.id })).operationId);
    expect(whereStands([word], await everythingKept(owner.orgId))).toEqual([]);
    const { entries } = await owner.call(history, { cardId: own.id });
    expect(entries.map(({ after }) => after?.["fld_textarea"])).toContain("mine again");
    expect((await owner.call(get, { id: own.id })).fields).toMatchObject({ name: "Lives on", fld_textarea: "mine again" });
  });
});

describe("an erasure", () => {
  it("that is interrupted at any write resumes and ends", async () => {
    const { cardId } = await knownPerson();
    const { operationId } = await owner.call(erase, { cardId });
    let [writes, dies] = [0, 1];
    const reads = /^(GetItem|Query|BatchGetItem)$/;
    aroundRequests(async ({ operation }, next) => {
      const isLast = !reads.test(operation) && ++writes === dies;
      // Killed before the write, or between it and its answer.
      if (isLast && dies % 2 === 1) throw new Error("the process is killed");
      const answer = await next();
      if (isLast) throw new Error("the process is killed");
      return answer;
    });
    for (; (await stateOf(operationId)) === "running" && dies < 20; dies++) {
      writes = 0;
      const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail();
      await runErasure(operation, systemClock, 0).catch(() => undefined);
    }
    dies = 0;
    await run(operationId);
    expect(await stateOf(operationId)).toBe("done");
    expect(whereStands(markers, await everythingKept(owner.orgId))).toEqual([]);
    const recorded = (await latestRecords(owner.orgId, 50, null)).filter(
      ({ changes: [change] }) => change?.action === "personalData.erase",
    );
    expect(recorded).toHaveLength(1);
  });

  it("of one person leaves others' data to be exported as before", async () => {
    const people = [];
    for (const name of ["Noa", "Dana", "Uri"])
      people.push(
        await owner.call(create, { typeId, fields: { name, fld_email: `${name}@example.com`, fld_text: `About ${name}` } }),
      );
    await owner
      .call(named(bulkProcedures, "bulk.start"), {
        selection: { cardIds: people.map(({ id }) => id) },
        change: { kind: "edit", fields: { fld_number: 7 } },
      })
      .then(({ operationId }) => run(operationId));
    const [noa, dana, uri] = people;
    if (!noa || !dana || !uri) return expect.fail();
    const known = async (cardId: CardId) => [await owner.call(get, { id: cardId }), await owner.call(history, { cardId })];
    const before = await Promise.all([known(noa.id), known(uri.id)]);
    await run((await owner.call(erase, { cardId: dana.id })).operationId);
    expect(await Promise.all([known(noa.id), known(uri.id)])).toEqual(before);
    dropReplicas();
    expect(await Promise.all([known(noa.id), known(uri.id)])).toEqual(before);
    expect(await owner.call(search, { query: "Dana", cardTypeIds: [] })).toMatchObject({ results: [] });
    return undefined;
  });

  it("of a trashed card is the same, and a merged card is not erased by itself", async () => {
    const [one, two] = [
      await owner.call(create, { typeId, fields: { name: word } }),
      await owner.call(create, { typeId, fields: { name: "Two" } }),
    ];
    await owner.call(merge, { survivorId: two.id, otherIds: [one.id], choices: {} });
    expect(await shapeOf(owner.call(erase, { cardId: one.id }))).toMatchObject({ messageKey: "errors.personalData.merged" });
    await owner.call(remove, { cardId: two.id });
    const cards = await usedOf(owner.orgId, "cards");
    await run((await owner.call(erase, { cardId: two.id })).operationId);
    expect(whereStands([word], await everythingKept(owner.orgId))).toEqual([]);
    expect(await usedOf(owner.orgId, "cards")).toBe(cards);
  });

  it("is for those who may delete every card", async () => {
    const { id } = await owner.call(create, { typeId, fields: { name: word } });
    const grant = async (level: "ORGANIZATION" | "ROLE_GROUP") => {
      const grants = { "CARDS.read": "ORGANIZATION", "CARDS.delete": level } as const;
      const role = await owner.call(named(organizationProcedures, "roles.create"), { name: level, grants });
      return newMember(owner, { roleId: role.id });
    };
    const [some, all] = [await grant("ROLE_GROUP"), await grant("ORGANIZATION")];
    const refused = await Promise.all([
      shapeOf(some.call(preview, { cardId: id })),
      shapeOf(some.call(exportPerson, { cardId: id })),
      shapeOf(some.call(erase, { cardId: id })),
    ]);
    expect(refused).toMatchObject([{ code: "NO_PERMISSION" }, { code: "NO_PERMISSION" }, { code: "NO_PERMISSION" }]);
    expect(await all.call(preview, { cardId: id })).toMatchObject({
      parts: [
        { name: "cards", count: 1 },
        { name: "history", count: 1 },
      ],
    });
    await run((await all.call(erase, { cardId: id })).operationId);
    expect(whereStands([word], await everythingKept(owner.orgId))).toEqual([]);
  });
});
