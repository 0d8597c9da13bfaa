import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { post, storeFile } from "@kartis/tests/support/files.ts";
import { named, newMember, newOwner, type Owner, type Visitor } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentProcedures, meetingProcedures, purgeActivitiesOf, taskProcedures } from "../activities/index.ts";
import { purgeDueActivities } from "../activities/purge.ts";
import { cardProcedures } from "../cards/index.ts";
import { purgeActions } from "../cards/trash/actions.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { recordOf } from "../data/payloads.ts";
import { findFile } from "../files/index.ts";
import { maxFileBytes } from "../files/rules.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { type ActivityId, type CardId, type FileId, newId } from "../kernel/id.ts";
import type { Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { usedOf } from "../plans/index.ts";
import { timelineProcedures } from "../timeline/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { fileProcedures } from "./index.ts";
import { settlePurged } from "./purged.ts";

const [download, list, ofCard, remove, createUpload] = [
  named(fileProcedures, "files.download"),
  named(fileProcedures, "files.list"),
  named(fileProcedures, "files.ofCard"),
  named(fileProcedures, "files.remove"),
  named(fileProcedures, "files.createUpload"),
];
const [newTask, updateTask, updateTasks, getTask, removeTask, restoreTask] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.updateMany"),
  named(taskProcedures, "tasks.get"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.restore"),
];
const [newMeeting, updateMeeting, getMeeting] = [
  named(meetingProcedures, "meetings.create"),
  named(meetingProcedures, "meetings.update"),
  named(meetingProcedures, "meetings.get"),
];
const [newComment, removeComment] = [named(commentProcedures, "comments.create"), named(commentProcedures, "comments.remove")];
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
let other: Owner;
let cardId: CardId;
let noteCount = 0;
beforeAll(async () => {
  backend = await startBackend();
  [owner, other] = [await newOwner(), await newOwner()];
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  if (!type) return expect.fail();
  cardId = (await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: "Arbel" } })).id;
});
afterAll(() => backend.close());

const attach = (by: Visitor, activityId: ActivityId, name = `note ${++noteCount}.txt`) =>
  storeFile(by, { name, content: `content of ${name}`, activityId });
/** A member whose role has these permissions. */
async function member(grants: Grants): Promise<Owner> {
  const role = { name: `Role ${++noteCount}`, grants: { "CARDS.read": "ORGANIZATION", ...grants } as const };
  const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), role);
  return newMember(owner, { roleId });
}
const opens = (by: Visitor, fileId: FileId) =>
  by.call(download, { fileId }).then(
    () => true,
    (error: { code: string }) => (error.code === "NOT_FOUND" ? false : expect.fail(error.code)),
  );
const said = (text: string) => [{ type: "paragraph" as const, content: [{ text }] }];

/** Settles what the latest records purged, twice, since the queue may deliver a record twice. */
async function settled(): Promise<void> {
  for (const record of await latestRecords(owner.orgId, 3, null)) {
    for (let times = 0; times < 2; times++)
      await settlePurged(recordOf(record, purgeActions), { actor: systemActor(owner.orgId, "test"), clock: systemClock });
  }
}

async function comment(by: Visitor = owner) {
  const commentId = newId("act");
  const fileId = await attach(by, commentId);
  const made = await by.call(newComment, { cardId, commentId, body: [], attachments: [fileId] });
  return { fileId, commentId, made };
}
async function task(by: Visitor = owner, more: { cardId?: CardId } = {}) {
  const taskId = newId("act");
  const fileId = await attach(by, taskId);
  const made = await by.call(newTask, { title: "Roof", due: "2030-01-01", taskId, attachments: [fileId], ...more });
  return { fileId, taskId, made };
}

describe("who may have a file", () => {
  it("of a comment: those who may read it, and before it is sent its uploader alone", async () => {
    const commentId = newId("act");
    const [writer, reader, blind] = await Promise.all([
      member({ "COMMENTS.read": "USER", "COMMENTS.create": "ORGANIZATION", "STORAGE.create": "USER" }),
      member({ "COMMENTS.read": "ORGANIZATION" }),
      member({ "COMMENTS.read": "USER" }),
    ]);
    const fileId = await attach(writer, commentId);
    const sees = async () => [await opens(writer, fileId), await opens(reader, fileId), await opens(blind, fileId)];
    expect(await sees()).toEqual([true, false, false]);
    await writer.call(newComment, { cardId, commentId, body: [], attachments: [fileId] });
    expect(await sees()).toEqual([true, true, false]);
    expect(await opens(other, fileId)).toBe(false);
    const listed = async (by: Visitor) => (await by.call(ofCard, { cardId })).rows.some((file) => file.fileId === fileId);
    expect([await listed(writer), await listed(reader), await listed(blind)]).toEqual([true, true, false]);
  });

  it("of a task: those who may read it, also without its card, whose name they do not learn", async () => {
    const { fileId, taskId } = await task(owner, { cardId });
    const [doer, colleague] = await Promise.all([
      member({ "CARDS.read": "USER", "TASKS.read": "USER", "STORAGE.read": "ORGANIZATION" }),
      member({ "TASKS.read": "USER", "STORAGE.read": "ORGANIZATION" }),
    ]);
    await owner.call(updateTask, { taskId, assignedTo: doer.userId });
    expect([await opens(doer, fileId), await opens(colleague, fileId)]).toEqual([true, false]);
    const found = async (by: Visitor) => (await by.call(list, { limit: 200 })).rows.find((file) => file.fileId === fileId);
    expect(await found(doer)).toMatchObject({ activityId: taskId, cardId: null, card: null });
    expect(await found(colleague)).toBeUndefined();
    expect((await found(owner))?.card).toMatchObject({ id: cardId, name: "Arbel" });
  });

  it("nobody uploads to what they do not see", async () => {
    const { taskId } = await task();
    const stranger = await member({ "TASKS.read": "USER", "STORAGE.create": "ORGANIZATION" });
    const upload = { name: "a.txt", bytes: 1, purpose: "activity" as const, activityId: taskId };
    await expect(stranger.call(createUpload, upload)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(owner.call(createUpload, { ...upload, cardId })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(owner.call(createUpload, { name: "a.txt", bytes: 1, purpose: "activity" })).rejects.toMatchObject({
      details: { fields: { activityId: "validation.required" } },
    });
  });
});

describe("what is attached", () => {
  const refused = (message: string) => ({ code: "INVALID_INPUT", details: { fields: { attachments: message } } });

  it("are files of the activity or its card, fully uploaded, and of this organization", async () => {
    const taskId = newId("act");
    const ofOtherTask = (await task()).fileId;
    const foreign = await attach(other, taskId);
    const { fileId: unfinished } = await post(owner, { name: "a.txt", content: "a", activityId: taskId });
    const create = (fileId: FileId, more: { cardId?: CardId } = {}) =>
      owner.call(newTask, { title: "Roof", due: "2030-01-01", taskId, attachments: [fileId], ...more });
    for (const fileId of [ofOtherTask, foreign, unfinished, newId("fil")])
      await expect(create(fileId, { cardId })).rejects.toMatchObject(refused("validation.fileMissing"));
    const ofCardItself = await storeFile(owner, { name: "plan.txt", content: "plan", cardId });
    await expect(create(ofCardItself)).rejects.toMatchObject(refused("validation.fileMissing"));
    expect((await create(ofCardItself, { cardId })).attachments).toMatchObject([{ fileId: ofCardItself, name: "plan.txt" }]);
  });

  it("are ten at most, each once, each up to 5 MB", async () => {
    const { taskId, fileId } = await task();
    const eleven = Array.from({ length: 11 }, () => newId("fil"));
    const update = (attachments: FileId[]) => owner.call(updateTask, { taskId, attachments });
    await expect(update(eleven)).rejects.toMatchObject(refused("validation.attachments"));
    await expect(update([fileId, fileId])).rejects.toMatchObject(refused("validation.sameFileTwice"));
    const upload = { name: "big.bin", bytes: Math.round(5.1 * 1_048_576), purpose: "activity" as const, activityId: taskId };
    await expect(owner.call(createUpload, upload)).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
      details: { messageKey: "validation.fileSize", params: { size: 5 } },
    });
    // S3 itself refuses what claims to be smaller.
    const { url, fields } = await owner.call(createUpload, { ...upload, bytes: 1 });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append("file", new Blob([new Uint8Array(maxFileBytes + 1)]));
    expect((await fetch(url, { method: "POST", body: form })).status).toBe(400);
  });

  it("is served as a download, whatever it is called or contains", async () => {
    const hostile = [
      { name: '"><script>.html', content: "<!doctype html><script>alert(1)</script>" },
      { name: "../../etc/pass\r\nwd.svg", content: "<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>" },
      { name: "\u202egpj.exe", content: "MZ program" },
    ];
    const taskId = newId("act");
    for (const { name, content } of hostile) {
      const fileId = await storeFile(owner, { name, content, activityId: taskId });
      const { url } = await owner.call(download, { fileId, inline: true });
      const { headers } = await fetch(url);
      expect(headers.get("content-disposition")).toMatch(/^attachment; filename="[^"<>\r\n]*"; filename\*=/);
    }
  });

  it("can be changed with others in bulk, undone, and is not brought back by an undo once it is deleted", async () => {
    const { taskId, fileId } = await task();
    const second = await attach(owner, taskId);
    const files = async () => (await owner.call(getTask, { taskId })).attachments.map((file) => file.fileId);
    const { recordId } = await owner.call(updateTasks, { changes: [{ taskId, attachments: [second] }] });
    expect(await files()).toEqual([second]);
    if (!recordId) return expect.fail();
    await owner.call(undo, { recordId });
    expect(await files()).toEqual([fileId]);
    const taken = await owner.call(updateTask, { taskId, attachments: [] });
    await owner.call(remove, { fileId });
    if (!taken.recordId) return expect.fail();
    await owner.call(undo, { recordId: taken.recordId });
    expect(await files()).toEqual([]);
  });

  it("a deleted file is on no activity any more, by one record each", async () => {
    const [onTask, onComment] = [await task(owner, { cardId }), await comment()];
    for (const { fileId } of [onTask, onComment]) await owner.call(remove, { fileId });
    expect((await owner.call(getTask, { taskId: onTask.taskId })).attachments).toEqual([]);
    const page = await owner.call(named(timelineProcedures, "timeline.list"), { cardId, channels: ["comments"] });
    const shown = page.entries.find(({ id }) => id === onComment.commentId);
    expect(shown).toMatchObject({ value: { attachments: [] } });
    expect(await latestRecords(owner.orgId, 2, null)).toMatchObject([
      { changes: [{ action: "comment.update", after: { attachments: null } }] },
      { changes: [{ action: "file.delete", before: { activityId: onComment.commentId } }] },
    ]);
  });

  it("stays with the task that was done: the next of a repeating one begins without", async () => {
    const taskId = newId("act");
    const fileId = await attach(owner, taskId);
    const repeat = { frequency: "day", every: 1, ends: { type: "never" } } as const;
    await owner.call(newTask, { title: "Water", due: "2030-01-01", taskId, attachments: [fileId], repeat });
    await owner.call(updateTask, { taskId, done: true });
    const rows = (await owner.call(named(taskProcedures, "tasks.list"), { timeZone: "UTC", text: "Water" })).rows;
    expect(rows.map(({ attachments }) => attachments)).toEqual([[]]);
  });
});

describe("the end of a file", () => {
  const used = () => usedOf(owner.orgId, "storage");
  const context = () => ({
    orgId: owner.orgId,
    actor: systemActor(owner.orgId, "test"),
    clock: systemClock,
    requestId: newId("req"),
    origin: "system" as const,
  });

  it("comes with the end of its activity in the trash, and frees its storage", async () => {
    const before = await used();
    const { fileId, taskId } = await task();
    expect(await used()).toBeGreaterThan(before);
    await owner.call(removeTask, { taskId });
    expect(await opens(owner, fileId)).toBe(true);
    await owner.call(restoreTask, { taskId });
    await owner.call(removeTask, { taskId });
    await purgeDueActivities(context(), new Date(Date.now() + 1_000).toISOString(), () => false);
    await settled();
    expect(await findFile(owner.orgId, fileId)).toBeUndefined();
    expect(await used()).toBe(before);
  });

  it("is that of its card, with the comments on it", async () => {
    const [{ id: typeId } = expect.fail()] = await owner.call(named(cardProcedures, "cards.types"), {});
    const card = await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Gone" } });
    const before = await used();
    const commentId = newId("act");
    const fileId = await attach(owner, commentId);
    await owner.call(newComment, { cardId: card.id, commentId, body: said("x"), attachments: [fileId] });
    await owner.call(removeComment, { commentId });
    expect((await owner.call(ofCard, { cardId: card.id })).rows).toEqual([]);
    await purgeActivitiesOf(context(), [card.id], () => false);
    await settled();
    expect(await findFile(owner.orgId, fileId)).toBeUndefined();
    expect(await used()).toBe(before);
  });

  it("is put off while the second part of a divided series has it", async () => {
    const meetingId = newId("act");
    const fileId = await attach(owner, meetingId);
    const repeat = { frequency: "day", every: 1, ends: { type: "never" } } as const;
    await owner.call(newMeeting, { title: "Stand-up", start: "2030-01-01T09:00Z", meetingId, repeat, attachments: [fileId] });
    const later = await owner.call(updateMeeting, { meetingId, scope: "following", day: "2030-01-05", title: "Sit-down" });
    expect(later.attachments).toMatchObject([{ fileId }]);
    await owner.call(named(meetingProcedures, "meetings.remove"), { meetingId });
    await purgeDueActivities(context(), new Date(Date.now() + 1_000).toISOString(), () => false);
    await settled();
    expect(await findFile(owner.orgId, fileId)).toMatchObject({ activityId: later.id });
    expect(await opens(owner, fileId)).toBe(true);
    expect((await owner.call(getMeeting, { meetingId: later.id })).attachments).toMatchObject([{ fileId }]);
    await expect(
      owner.call(updateMeeting, { meetingId: later.id, scope: "one", day: "2030-01-06", attachments: [] }),
    ).rejects.toMatchObject({ details: { fields: { attachments: "validation.wholeSeries" } } });
  });
});
