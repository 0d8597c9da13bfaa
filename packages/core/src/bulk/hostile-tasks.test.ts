import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { meetingProcedures, taskProcedures } from "../activities/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { newFirm } from "../imports/firm.fixture.ts";
import { importProcedures } from "../imports/index.ts";
import { errorShape } from "../kernel/error.ts";
import { newId, type OperationId } from "../kernel/id.ts";
import { membersProcedures } from "../members/index.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { usedOf } from "../plans/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { bulkProcedures, runBulk } from "./index.ts";
import { type BulkTaskChange, type BulkTaskSelection, maxChosen } from "./schema.ts";
import { makeTasks, timeZone } from "./tasks.fixture.ts";

const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const [create, get, list] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.get"),
  named(taskProcedures, "tasks.list"),
];
const createMeeting = named(meetingProcedures, "meetings.create");
const getMeeting = named(meetingProcedures, "meetings.get");
const [getOperation, cancel] = [named(operationProcedures, "operations.get"), named(operationProcedures, "operations.cancel")];
const revert = named(undoProcedures, "changes.revert");
const suspend = named(membersProcedures, "members.suspend");
const remove = named(membersProcedures, "members.remove");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  owner = await newOwner({ language: "he" });
});

const high: BulkTaskChange = { kind: "edit", values: { priority: "HIGH" } };
const all: BulkTaskSelection = { query: { timeZone } };
const begin = async (selection: BulkTaskSelection, change: BulkTaskChange, who = owner) =>
  (await who.call(start, { target: "tasks", selection, change })).operationId;

/** The queue's messages about the operation, to its end. */
async function run(operationId: OperationId) {
  for (let state = "running"; state === "running"; state = (await owner.call(getOperation, { operationId })).state)
    expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
  return owner.call(getOperation, { operationId });
}
const everything = async (state: "open" | "done" = "open") => (await owner.call(list, { timeZone, state, limit: 200 })).rows;

describe("a bulk change of tasks leaves alone", () => {
  it("what is no task of the organization, among as many ids as it takes", async () => {
    const stranger = await newOwner();
    const theirs = await stranger.call(create, { title: "Theirs", due: "2031-01-01" });
    const meeting = await owner.call(createMeeting, { title: "Visit", start: "2031-06-03T10:00Z" });
    const [own = expect.fail()] = await makeTasks(owner, 1);
    const known = [theirs.id, meeting.id, own, own, theirs.id];
    const taskIds = [...known, ...Array.from({ length: maxChosen - known.length }, () => newId("act"))];
    for (const kind of ["delete", "restore"] as const)
      expect(await owner.call(preview, { target: "tasks", selection: { taskIds }, change: { kind } })).toMatchObject({
        total: maxChosen - 2,
        changing: kind === "delete" ? 1 : 0,
        refused: [{ fieldId: null, message: "validation.activityGone", count: maxChosen - 3, names: [] }],
      });
    await owner.call(cancel, { operationId: await begin({ taskIds }, { kind: "delete" }) });
    const done = await run(await begin({ taskIds: taskIds.slice(0, 205) }, { kind: "delete" }));
    expect(done).toMatchObject({ state: "done", total: 203, updated: 1, failed: 202 });
    expect(new Set(done.errors.map(({ value }) => value))).toEqual(new Set([""]));
    expect((await stranger.call(get, { taskId: theirs.id })).version).toBe(1);
    expect((await owner.call(getMeeting, { meetingId: meeting.id })).version).toBe(1);
  });

  it.each([
    ["one id too many", { selection: { taskIds: Array.from({ length: maxChosen + 1 }, () => newId("act")) } }],
    ["no ids", { selection: { taskIds: [] } }],
    ["ids of cards", { selection: { taskIds: [newId("crd")] } }],
    ["ids and a list", { selection: { taskIds: [newId("act")], query: { timeZone } } }],
    ["a list and the trash", { selection: { trash: {}, query: { timeZone } } }],
    ["a list of unknown conditions", { selection: { query: { timeZone, isOpen: true } } }],
    ["a list without a zone", { selection: { query: {} } }],
    [
      "more people than a filter takes",
      { selection: { query: { timeZone, assignedTo: Array.from({ length: 20_000 }, () => newId("usr")) } } },
    ],
    ["a day beyond counting", { selection: { query: { timeZone, dueFrom: 1e308 } } }],
    ["no number of days", { change: { kind: "move", days: Number.NaN, timeZone } }],
    ["endlessly many days", { change: { kind: "move", days: Number.POSITIVE_INFINITY, timeZone } }],
    ["half a day", { change: { kind: "move", days: 0.5, timeZone } }],
    ["a million years", { change: { kind: "move", days: 365_000_000, timeZone } }],
    ["a day that is none", { change: { kind: "edit", values: { due: "2031-02-30" } } }],
    ["an instant after the year 9999", { change: { kind: "edit", values: { due: "9999-12-31T23:00:00-05:00" } } }],
    ["the prototype", { change: { kind: "edit", values: JSON.parse(`{"__proto__":{"done":true}}`) } }],
    ["a value that is not theirs to give", { change: { kind: "edit", values: { done: true, createdBy: newId("usr") } } }],
    ["what is only of cards", { change: { kind: "purge" } }],
    ["another target", { target: "meetings" }],
  ])("all where it is asked for %s", async (_, given) => {
    const [taskId = expect.fail()] = await makeTasks(owner, 1);
    const asked = { target: "tasks", selection: { taskIds: [taskId] }, change: high, ...given };
    for (const procedure of [preview, start]) {
      const answer = await owner.call(procedure as typeof start, asked as never).then(
        () => expect.fail("it was taken"),
        (error: unknown) => errorShape(error, "r"),
      );
      expect(answer.code).toBe("INVALID_INPUT");
    }
    expect((await owner.call(get, { taskId })).version).toBe(1);
  });

  it("what would leave the calendar at one of its ends, wherever the clocks are", async () => {
    const dues = ["9999-12-31T02:00:00.000Z", "9999-12-30", "0001-01-02", "0001-01-01T20:00:00.000Z"];
    const taskIds = await makeTasks(owner, dues.length, (at) => ({ due: dues[at] ?? "" }));
    const due = async () => Promise.all(taskIds.map(async (taskId) => (await owner.call(get, { taskId })).due));
    for (const zone of ["America/New_York", "Pacific/Kiritimati", "UTC"])
      for (const days of [1, -1, 2, -2, 3_650, -3_650]) {
        await run(await begin({ taskIds }, { kind: "move", days, timeZone: zone }));
        for (const day of await due()) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}:00\.000Z)?$/);
      }
  });
});

describe("a bulk change of tasks whose starter", () => {
  it.each([
    ["is suspended", (userId: Owner["userId"]) => owner.call(suspend, { userIds: [userId] })],
    ["leaves", (userId: Owner["userId"]) => owner.call(remove, { userId, heirId: null })],
  ] as const)("%s midway ends there, and what is done stays on record", async (_, goes) => {
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    await makeTasks(owner, 200);
    const operationId = await begin(all, high, admin);
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    expect(await runBulk(operation, await admin.actor(), owner.clock, 0)).toBe(false);
    const { done } = await admin.call(getOperation, { operationId });
    expect(done).toBeGreaterThan(0);
    await goes(admin.userId);
    expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
    expect(await findOperation(owner.orgId, operationId)).toMatchObject({ state: "failed", done, updated: done });
    expect((await everything()).filter(({ priority }) => priority === "HIGH")).toHaveLength(done);
    expect(await run((await owner.call(revert, { operationId })).operationId)).toMatchObject({ state: "done", updated: done });
  });

  it("gives the tasks to somebody who is suspended midway ends there", async () => {
    const noa = await newMember(owner, { systemRole: "ADMIN" });
    await makeTasks(owner, 200);
    const operationId = await begin(all, { kind: "edit", values: { assignedTo: noa.userId } });
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    expect(await runBulk(operation, await owner.actor(), owner.clock, 0)).toBe(false);
    const { done } = await owner.call(getOperation, { operationId });
    await owner.call(suspend, { userIds: [noa.userId] });
    expect(await run(operationId)).toMatchObject({ state: "failed", updated: done });
    expect((await everything()).filter(({ assignedTo }) => assignedTo === noa.userId)).toHaveLength(done);
  });
});

describe("bulk changes of the same tasks at once", () => {
  const daily = { frequency: "day", every: 1, ends: { type: "never" } } as const;

  it("both end, each task is as one of them left it, each next is made once, and the plan counts what is there", async () => {
    const taskIds = await makeTasks(owner, 190, (at) => (at % 3 === 0 ? { repeat: daily } : {}));
    const used = await usedOf(owner.orgId, "activities");
    const ids = await Promise.all([
      begin({ taskIds }, { kind: "edit", values: { done: true } }),
      begin({ taskIds: taskIds.toReversed() }, { kind: "edit", values: { done: true, priority: "LOW" } }),
      begin({ taskIds: [...taskIds.slice(95), ...taskIds.slice(0, 95)] }, high),
    ]);
    const [one, two, three] = await Promise.all(ids.map(run));
    for (const ended of [one, two, three]) expect(ended).toMatchObject({ state: "done", total: 190, done: 190, failed: 0 });
    expect((await everything("done")).map(({ id }) => id).toSorted()).toEqual(taskIds.toSorted());
    expect(await everything()).toHaveLength(64);
    expect(await usedOf(owner.orgId, "activities")).toBe(used + 64);
    for (const { priority } of await everything("done")) expect(["LOW", "HIGH"]).toContain(priority);
    for (const [at, ended] of [one, two, three].entries()) {
      const records = (await latestRecords(owner.orgId, 100, null)).filter(({ batchId }) => batchId === ids[at]);
      const changed = new Set(records.flatMap(({ changes }) => changes.map(({ subject }) => subject.id)));
      expect(taskIds.filter((id) => changed.has(id))).toHaveLength(ended?.updated ?? -1);
    }
  });

  it("and their reverts end too, and count what each did", async () => {
    const taskIds = await makeTasks(owner, 150);
    const used = await usedOf(owner.orgId, "activities");
    const deleting = await begin({ taskIds }, { kind: "delete" });
    await run(deleting);
    const [{ operationId: back }, moving] = [
      await owner.call(revert, { operationId: deleting }),
      await begin({ taskIds: taskIds.toReversed() }, { kind: "restore" }),
    ];
    const [undone, restored] = await Promise.all([run(back), run(moving)]);
    expect([undone.state, restored.state, undone.updated + restored.updated]).toEqual(["done", "done", 150]);
    expect(await everything()).toHaveLength(150);
    expect(await usedOf(owner.orgId, "activities")).toBe(used);
  });

  it("as an import is taken back: each task that was changed first is kept and named, each other one is in the trash", async () => {
    const firm = await newFirm();
    ({ owner } = firm);
    const fileId = await firm.upload(`A;B\n${Array.from({ length: 150 }, (_, at) => `Task ${at};2031-01-01`).join("\n")}`);
    const mapping = ["title", "due"].map((fieldId, column) => ({ column, fieldId }));
    const imported = await owner.call(named(importProcedures, "imports.start"), { typeId: "tasks", fileId, mapping, timeZone });
    await run(imported.operationId);
    const used = await usedOf(owner.orgId, "activities");
    const taskIds = (await everything()).map(({ id }) => id);
    const { operationId } = await owner.call(revert, imported);
    const [undone, changed] = await Promise.all([run(operationId), run(await begin({ taskIds }, high))]);
    expect([undone, changed]).toMatchObject([
      { state: "done", done: 150, skipped: 0 },
      { state: "done", done: 150, skipped: 0 },
    ]);
    const left = await everything();
    expect([left.length, undone.failed, changed.updated]).toEqual([changed.updated, changed.updated, 150 - undone.updated]);
    for (const { priority } of left) expect(priority).toBe("HIGH");
    expect(await usedOf(owner.orgId, "activities")).toBe(used - undone.updated);
  });
});
