import { randomBytes } from "node:crypto";
import { handler as notify } from "@kartis/events/notifications/on-change.ts";
import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type * as z from "zod";
import { meetingProcedures, taskProcedures } from "../activities/index.ts";
import type { Task, TaskFilterSchema } from "../activities/tasks/schema.ts";
import { cardProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { newId, type OperationId } from "../kernel/id.ts";
import { errorShape } from "../kernel/error.ts";
import { notificationProcedures } from "../notifications/index.ts";
import { findOperation, forgetRows, operationProcedures } from "../operations/index.ts";
import { roleProcedures } from "../organizations/roles/procedures.ts";
import { limits, recount, usedOf } from "../plans/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { bulkProcedures, runBulk } from "./index.ts";
import type { BulkTaskChange, BulkTaskSelection } from "./schema.ts";
import { makeTasks, timeZone } from "./tasks.fixture.ts";

const [create, update, list, get, remove, trash] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.list"),
  named(taskProcedures, "tasks.get"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.trash"),
];
const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const [revert, previewRevert] = [named(undoProcedures, "changes.revert"), named(undoProcedures, "changes.previewRevert")];
const [getOperation, cancel] = [named(operationProcedures, "operations.get"), named(operationProcedures, "operations.cancel")];
const [createRole, updateRole] = [named(roleProcedures, "roles.create"), named(roleProcedures, "roles.update")];

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  owner = await newOwner({ language: "he" }); // in Jerusalem
});

/** The queue's messages about the operation, to its end. */
async function run(operationId: OperationId, who = owner) {
  for (let state = "running"; state === "running"; state = (await who.call(getOperation, { operationId })).state)
    expect(await deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }))).toEqual({ batchItemFailures: [] });
  return who.call(getOperation, { operationId });
}
const begin = async (selection: BulkTaskSelection, change: BulkTaskChange, who = owner) =>
  (await who.call(start, { target: "tasks", selection, change })).operationId;
const change = async (selection: BulkTaskSelection, asked: BulkTaskChange, who = owner) =>
  run(await begin(selection, asked, who), who);
const takeBack = async (operationId: string, who = owner) =>
  run((await who.call(revert, { operationId: operationId as OperationId })).operationId, who);
const would = (selection: BulkTaskSelection, asked: BulkTaskChange, who = owner) =>
  who.call(preview, { target: "tasks", selection, change: asked });

type Filter = z.input<typeof TaskFilterSchema>;
const all = (filter: Filter = {}, exceptIds: Task["id"][] = []): BulkTaskSelection => ({
  query: { ...filter, timeZone },
  exceptIds,
});

async function everything(filter: Filter = {}): Promise<readonly Task[]> {
  const rows: Task[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const page: { rows: readonly Task[]; nextCursor: number | null } = await owner.call(list, {
      ...filter,
      timeZone,
      limit: 200,
      cursor,
    });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}
const daily = { frequency: "day", every: 1, ends: { type: "never" } } as const;
const factsOf = (tasks: readonly Task[]) =>
  tasks.map(({ title, due, assignedTo, done, priority }) => ({ title, due, assignedTo, done, priority }));
const sorted = (tasks: readonly Task[]) => factsOf(tasks).toSorted((a, b) => (a.title < b.title ? -1 : 1));

describe("a bulk change of tasks", () => {
  it("assigns thousands of a list except a few, on record as one operation, notifies once, and is undone and redone as a whole", async () => {
    const noa = await newMember(owner, { systemRole: "ADMIN" });
    const count = 2_400;
    const except = (await makeTasks(owner, count, (at) => ({ priority: at % 2 ? "HIGH" : null }))).slice(0, 3);
    const before = sorted(await everything());
    const selection = all({ assignedTo: [owner.userId] }, except);
    const edit: BulkTaskChange = { kind: "edit", values: { assignedTo: noa.userId } };
    expect(await would(selection, edit)).toMatchObject({
      total: count - 3,
      changing: count - 3,
      same: 0,
      refused: [],
      examples: expect.arrayContaining([
        expect.objectContaining({ typeId: "TASK", before: { assignedTo: owner.userId }, after: { assignedTo: noa.userId } }),
      ]),
    });
    const done = await change(selection, edit);
    expect(done).toMatchObject({ kind: "bulk", state: "done", total: count - 3, updated: count - 3, failed: 0 });
    const after = await everything();
    for (const { id, assignedTo } of after) expect(assignedTo).toBe(except.includes(id) ? owner.userId : noa.userId);

    const records = (await latestRecords(owner.orgId, 40, null)).filter(({ batchId }) => batchId === done.id);
    expect(new Set(records.map(({ origin }) => origin))).toEqual(new Set(["bulk"]));
    // On a slow machine a repair of the replica may follow a chunk.
    const changed = records.flatMap(({ changes }) => changes).filter(({ action }) => action !== "replica.repair");
    expect(changed).toHaveLength(count - 3);
    const Records = records.map(({ id, changes }) =>
      sqsRecord(
        { detail: { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) } },
        { messageId: id },
      ),
    );
    expect(await notify({ Records })).toEqual({ batchItemFailures: [] });
    const { rows } = await noa.call(named(notificationProcedures, "notifications.list"), {});
    expect(rows).toMatchObject([{ kind: "taskAssigned", count: count - 3 }]);

    expect(await owner.call(previewRevert, { operationId: done.id as OperationId })).toMatchObject({ changing: count - 3 });
    const undone = await takeBack(done.id);
    expect(undone).toMatchObject({ state: "done", kind: "revert", updated: count - 3, failed: 0 });
    expect(sorted(await everything())).toEqual(before);
    expect(await takeBack(undone.id)).toMatchObject({ updated: count - 3 });
    expect(sorted(await everything())).toEqual(sorted(after));
  });

  it("skips tasks that already match, names those in the trash, and does not name missing ones", async () => {
    const taskIds = await makeTasks(owner, 4, (at) => ({ priority: at === 0 ? "HIGH" : null }));
    const [, , , gone = expect.fail()] = taskIds;
    await owner.call(remove, { taskId: gone });
    const selection = { taskIds: [...taskIds, newId("act"), ...taskIds] };
    const edit: BulkTaskChange = { kind: "edit", values: { priority: "HIGH" } };
    const refused = [{ fieldId: null, message: "validation.activityGone", count: 2, names: ["Task 0003"] }];
    expect(await would(selection, edit)).toMatchObject({ total: 5, changing: 2, same: 1, refused });
    const done = await change(selection, edit);
    expect(done).toMatchObject({ updated: 2, skipped: 1, failed: 2 });
    expect(done.errors).toMatchObject([
      { line: 4, message: "validation.activityGone", value: "Task 0003" },
      { line: 5, message: "validation.activityGone", value: "" },
    ]);
  });

  it("moves dates by days, by the clocks of the zone, or to one day; what would leave the calendar is named", async () => {
    // The clocks go forward on 2031-03-28.
    const dues = ["2031-03-01", "2031-03-27T07:00:30.000Z", "9999-12-31"];
    const taskIds = await makeTasks(owner, 3, (at) => ({ due: dues[at] ?? "" }));
    const moved = await change(all(), { kind: "move", days: 2, timeZone });
    expect(moved).toMatchObject({
      updated: 2,
      failed: 1,
      errors: [{ fieldId: "due", message: "validation.due", value: "Task 0002" }],
    });
    const now = async () => Promise.all(taskIds.map(async (taskId) => (await owner.call(get, { taskId })).due));
    expect(await now()).toEqual(["2031-03-03", "2031-03-29T06:00:30.000Z", "9999-12-31"]);
    await takeBack(moved.id);
    expect(await now()).toEqual(dues);
    expect(await change({ taskIds }, { kind: "edit", values: { due: "2031-05-01" } })).toMatchObject({ updated: 3 });
    const { dueAt } = await owner.call(get, { taskId: taskIds[0] ?? expect.fail() });
    expect([await now(), dueAt]).toEqual([["2031-05-01", "2031-05-01", "2031-05-01"], "2031-05-01T20:59:59.999Z"]);
  });

  it("moves a time that the clocks skip on the new day to the first moment after, which the preview counts", async () => {
    const dues = ["2031-03-27T00:30:20.000Z", "2031-03-27T07:00:00.000Z", "2031-03-27"];
    const taskIds = await makeTasks(owner, 3, (at) => ({ due: dues[at] ?? "" }));
    const asked = { kind: "move", days: 1, timeZone } as const;
    const job = { target: "tasks" as const, selection: { taskIds }, change: asked };
    expect(await owner.call(preview, job)).toMatchObject({ changing: 3, pastGap: 1 });
    await change({ taskIds }, asked);
    const first = await owner.call(get, { taskId: taskIds[0] ?? expect.fail() });
    expect(first.due).toBe("2031-03-28T00:00:00.000Z");
  });

  it("that marks repeating ones done makes the next of each, counted by the plan; undone as a whole they are gone, except one that was worked on", async () => {
    // So long, and so little compressible, that no record holds as many of them as a transaction has items.
    const long = () => randomBytes(13_500).toString("base64");
    for (let made = 0; made < 70; made += 10) await makeTasks(owner, 10, () => ({ repeat: daily, description: long() }), made);
    await makeTasks(owner, 60, () => ({}), 70);
    const used = await usedOf(owner.orgId, "activities");
    const done = await change(all(), { kind: "edit", values: { done: true } });
    expect(done).toMatchObject({ state: "done", updated: 130, failed: 0 });
    const nexts = await everything();
    expect(nexts.map(({ title, due }) => `${title} ${due}`).toSorted()).toEqual(
      Array.from({ length: 70 }, (_, at) => `Task ${String(at).padStart(4, "0")} 2031-03-02`),
    );
    expect(await usedOf(owner.orgId, "activities")).toBe(used + 70);
    const [touched = expect.fail()] = nexts;
    await owner.call(update, { taskId: touched.id, title: "Worked on" });
    const undone = await takeBack(done.id);
    expect(undone).toMatchObject({ state: "done", total: 200, updated: 199, failed: 1, errors: [{ value: "Worked on" }] });
    expect((await everything({ state: "done" })).length).toBe(0);
    expect((await everything()).filter(({ due }) => due === "2031-03-02").map(({ title }) => title)).toEqual(["Worked on"]);
    expect(await usedOf(owner.orgId, "activities")).toBe(used + 1);
  });

  it("takes tasks that are so long that no transaction holds a hundred of them", async () => {
    const item = (at: number) => ({ id: `s${at}`, text: "א".repeat(500), done: false });
    const checklist = Array.from({ length: 100 }, (_, at) => item(at));
    for (let made = 0; made < 40; made += 20) await makeTasks(owner, 20, () => ({ checklist }), made);
    const done = await change(all(), { kind: "edit", values: { priority: "HIGH" } });
    expect(done).toMatchObject({ state: "done", updated: 40, failed: 0 });
    // The engine counts what is changed as a whole: four megabytes in one transaction.
    const records = (await latestRecords(owner.orgId, 40, null)).filter(({ batchId }) => batchId === done.id);
    for (const { changes } of records) expect(changes.length).toBeLessThan(35);
    expect(await takeBack(done.id)).toMatchObject({ state: "done", updated: 40, failed: 0 });
  });

  it("over several runs changes each task once, though it empties its list, and none that joins it meanwhile; what changed meanwhile is kept", async () => {
    const taskIds = await makeTasks(owner, 210, () => ({ priority: "LOW" }));
    const selection = all({ priorities: ["LOW"] });
    const operationId = await begin(selection, { kind: "edit", values: { priority: "HIGH" } });
    let runs = 0;
    for (let finished = false; !finished; runs++) {
      const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
      finished = await runBulk(operation, await owner.actor(), owner.clock, 0);
      if (runs > 0) continue;
      await owner.call(create, { title: "Late", due: "2031-03-01", priority: "LOW" });
      const [last = expect.fail(), beforeLast = expect.fail()] = taskIds.toReversed();
      await owner.call(remove, { taskId: last });
      await owner.call(update, { taskId: beforeLast, title: "Renamed" });
    }
    expect(runs).toBeGreaterThan(2);
    const done = await owner.call(getOperation, { operationId });
    expect(done).toMatchObject({ state: "done", total: 210, done: 210, updated: 209, failed: 1 });
    expect(done.errors).toMatchObject([{ message: "validation.activityGone", value: "Task 0209" }]);
    expect((await everything({ priorities: ["LOW"] })).map(({ title }) => title)).toEqual(["Late"]);
    const changed = await everything({ priorities: ["HIGH"] });
    for (const { title, version } of changed) expect(version).toBe(title === "Renamed" ? 3 : 2);

    const [first = expect.fail()] = taskIds;
    await owner.call(update, { taskId: first, priority: "MEDIUM" });
    const undone = await takeBack(operationId);
    expect(undone).toMatchObject({ updated: 208, failed: 1 });
    expect(undone.errors).toMatchObject([{ fieldId: "priority", message: "errors.undo.changedActivity", value: "Task 0000" }]);
    expect((await owner.call(get, { taskId: first })).priority).toBe("MEDIUM");
  });

  it.each(["before", "after"] as const)(
    "takes the next of a repeating task that comes %s it in the same change as it is by then",
    async (order) => {
      const [taskId = expect.fail()] = await makeTasks(owner, 1, () => ({ repeat: daily }));
      await owner.call(update, { taskId, done: true });
      const [next = expect.fail()] = await everything();
      const taskIds = order === "before" ? [next.id, taskId] : [taskId, next.id];
      const done = await change({ taskIds }, { kind: "edit", values: { done: false, priority: "HIGH" } });
      // It is taken back with the done one, unless it has been changed before that.
      expect(done).toMatchObject({ state: "done", updated: order === "before" ? 2 : 1, failed: order === "before" ? 0 : 1 });
      expect((await everything()).map(({ id }) => id)).toEqual(order === "before" ? [taskId, next.id] : [taskId]);
    },
  );

  it("is undone even when what it was about has been forgotten", async () => {
    await makeTasks(owner, 3);
    const done = await change(all({ text: "task" }), { kind: "edit", values: { priority: "HIGH" } });
    expect(await forgetRows(owner.orgId, new Date(Date.now() + 60_000).toISOString())).toBe(true);
    expect((await findOperation(owner.orgId, done.id as OperationId))?.input).toEqual({ target: "tasks" });
    expect(await takeBack(done.id)).toMatchObject({ state: "done", updated: 3 });
    expect((await everything()).map(({ priority }) => priority)).toEqual([null, null, null]);
  });

  it("that is canceled leaves the remaining tasks alone", async () => {
    await makeTasks(owner, 5);
    const operationId = await begin(all(), { kind: "delete" });
    await owner.call(cancel, { operationId });
    expect(await run(operationId)).toMatchObject({ state: "canceled", done: 0 });
    expect(await everything()).toHaveLength(5);
  });

  it("refuses up front what no task would take", async () => {
    const [taskId = expect.fail()] = await makeTasks(owner, 1);
    const stranger = await newOwner();
    const refusals: [unknown, string][] = [
      [{ kind: "edit", values: { assignedTo: stranger.userId } }, "assignedTo"],
      [{ kind: "edit", values: { due: "tomorrow" } }, "change.values.due"],
      [{ kind: "edit", values: {} }, "change.values"],
      [{ kind: "edit", values: { title: "One for all" } }, "change.values"],
      [{ kind: "move", days: 0, timeZone }, "change.days"],
      [{ kind: "move", days: 1, timeZone: "Nowhere" }, "change.timeZone"],
    ];
    for (const [asked, field] of refusals)
      for (const procedure of [preview, start]) {
        const answer = owner.call(procedure as typeof start, {
          target: "tasks",
          selection: { taskIds: [taskId] },
          change: asked as BulkTaskChange,
        });
        const shape = await answer.then(
          () => expect.fail(`${field} was taken`),
          (error: unknown) => errorShape(error, "r"),
        );
        expect([shape.code, Object.keys(shape.fields ?? {})]).toEqual(["INVALID_INPUT", [field]]);
      }
    expect((await owner.call(get, { taskId })).version).toBe(1);
  });
});

describe("the rights of a bulk change of tasks", () => {
  const grants = { "TASKS.read": "ORGANIZATION", "TASKS.update": "ORGANIZATION", "TASKS.delete": "USER" } as const;

  it("are those of each run: tasks that its starter may no longer change are refused by name; without the permission it ends, and anyone who may can undo it", async () => {
    const role = await owner.call(createRole, { name: "Desk", grants });
    const seller = await newMember(owner, { roleId: role.id });
    await makeTasks(owner, 200, (at) => (at >= 190 ? { assignedTo: seller.userId } : {}));
    const edit: BulkTaskChange = { kind: "edit", values: { priority: "HIGH" } };
    const operationId = await begin(all(), edit, seller);
    const stretch = async () => {
      const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
      return runBulk(operation, await seller.actor(), owner.clock, 0);
    };
    expect(await stretch()).toBe(false);
    const halfway = await seller.call(getOperation, { operationId });
    expect(halfway.updated).toBeGreaterThan(0);
    const narrowed = { ...grants, "TASKS.update": "USER" } as const;
    await owner.call(updateRole, { roleId: role.id, expectedVersion: 1, name: "Desk", grants: narrowed });
    const done = await run(operationId, seller);
    expect(done).toMatchObject({ state: "done", updated: halfway.updated + 10, failed: 190 - halfway.updated });
    expect(new Set(done.errors.map(({ message }) => message))).toEqual(new Set(["validation.activityReadOnly"]));
    for (const { value } of done.errors) expect(value).toMatch(/^Task 0(?!19)\d{3}$/);

    // They undo the part of their changes that they still may.
    const undone = await takeBack(operationId, seller);
    expect(undone).toMatchObject({ state: "done", updated: 10, failed: halfway.updated });
    expect(undone.errors[0]).toMatchObject({ message: "validation.activityReadOnly" });
    expect(await takeBack(operationId)).toMatchObject({ state: "done", updated: halfway.updated, skipped: 10, failed: 0 });

    const again = await begin(all(), edit, seller);
    await owner.call(updateRole, {
      roleId: role.id,
      expectedVersion: 2,
      name: "Desk",
      grants: { "TASKS.read": "ORGANIZATION" },
    });
    expect(await run(again, seller)).toMatchObject({ state: "failed", updated: 0, failure: "errors.FORBIDDEN.message" });
    await expect(begin(all(), edit, seller)).rejects.toMatchObject({ code: "NO_PERMISSION" });
  });

  it("preview and change the same: of a fully visible list, only the person's own go to the trash; hidden ones are not named", async () => {
    const role = await owner.call(createRole, { name: "Desk", grants });
    const blind = await owner.call(createRole, { name: "Own", grants: { "TASKS.read": "USER", "TASKS.delete": "USER" } });
    const [seller, other] = [await newMember(owner, { roleId: role.id }), await newMember(owner, { roleId: blind.id })];
    const taskIds = await makeTasks(owner, 4, (at) => (at < 3 ? { assignedTo: seller.userId } : {}));
    const refused = [{ fieldId: null, message: "validation.activityReadOnly", count: 1, names: ["Task 0003"] }];
    expect(await would(all(), { kind: "delete" }, seller)).toMatchObject({ total: 4, changing: 3, refused });
    expect(await would({ taskIds }, { kind: "delete" }, other)).toMatchObject({
      changing: 0,
      refused: [{ message: "validation.activityGone", count: 4, names: [] }],
    });
    expect(await would(all(), { kind: "delete" }, other)).toMatchObject({ total: 0 });
    const kept = await change({ taskIds }, { kind: "delete" }, other);
    expect(kept).toMatchObject({ updated: 0, failed: 4 });
    expect(new Set(kept.errors.map(({ value }) => value))).toEqual(new Set([""]));
    expect(await change(all(), { kind: "delete" }, seller)).toMatchObject({
      updated: 3,
      failed: 1,
      errors: [{ message: "validation.activityReadOnly", value: "Task 0003" }],
    });
    // They see no cards, and take back what they did all the same.
    expect((await everything()).length).toBe(1);
    // In the trash, each person sees what they may restore.
    const restoring = (who: Owner) => would({ trash: {}, exceptIds: [] }, { kind: "restore" }, who);
    expect(await restoring(seller)).toMatchObject({ total: 3, changing: 3, refused: [] });
    expect(await restoring(other)).toMatchObject({ total: 0, changing: 0, refused: [] });
  });

  it("are those of the cards too, where the list is of a type of them", async () => {
    const role = await owner.call(createRole, { name: "Desk", grants });
    const seller = await newMember(owner, { roleId: role.id });
    const [type = expect.fail("no type")] = await owner.call(named(cardProcedures, "cards.types"), {});
    const card = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: "Hidden" } });
    await owner.call(create, { title: "Call", due: "2031-03-01", cardId: card.id });
    const ofType = all({ cardTypeId: type.id });
    expect(await would(ofType, { kind: "edit", values: { done: true } })).toMatchObject({ total: 1 });
    expect(await would(ofType, { kind: "edit", values: { done: true } }, seller)).toMatchObject({ total: 0 });
    expect(await change(ofType, { kind: "edit", values: { done: true } }, seller)).toMatchObject({ total: 0, updated: 0 });
  });
});

describe("tasks deleted in bulk", () => {
  it("are in the trash, from where all that a search finds come back, exactly counted", async () => {
    await makeTasks(owner, 230, (at) => ({ title: `${at % 2 ? "Visit" : "Call"} ${at}` }));
    const used = await usedOf(owner.orgId, "activities");
    const deleted = await change(all(), { kind: "delete" });
    expect(deleted).toMatchObject({ updated: 230 });
    // Nor does a meeting in the trash come back with them.
    const meeting = await owner.call(named(meetingProcedures, "meetings.create"), { title: "Visit", start: "2031-06-03T10:00Z" });
    await owner.call(named(meetingProcedures, "meetings.remove"), { meetingId: meeting.id });
    expect(await usedOf(owner.orgId, "activities")).toBe(used - 230);
    const inTrash = async (search = "") => (await owner.call(trash, { search })).total;
    expect([await inTrash(), await inTrash("visit")]).toEqual([230, 115]);
    const [kept = expect.fail()] = (await owner.call(trash, { search: "visit" })).rows;
    const selection: BulkTaskSelection = { trash: { search: "visit" }, exceptIds: [kept.id] };
    expect(await would(selection, { kind: "restore" })).toMatchObject({ total: 114, changing: 114 });
    const restored = await change(selection, { kind: "restore" });
    expect(restored).toMatchObject({ updated: 114, failed: 0 });
    expect([await inTrash(), (await everything()).length]).toEqual([116, 114]);
    expect(await takeBack(deleted.id)).toMatchObject({ updated: 116, skipped: 114, failed: 0 });
    expect(await usedOf(owner.orgId, "activities")).toBe(used);
    expect(await takeBack(restored.id)).toMatchObject({ updated: 114 });
    expect(await usedOf(owner.orgId, "activities")).toBe(used - 114);
  });

  it("come back as long as the plan has room for them, and it says why when it has not", async () => {
    await makeTasks(owner, 120);
    await change(all(), { kind: "delete" });
    const limit = limits.TRIAL.activities ?? expect.fail("A trial has a limit");
    await recount(owner.orgId, "TRIAL", "activities", limit - 7);
    const restored = await change({ trash: { search: "" }, exceptIds: [] }, { kind: "restore" });
    expect(restored).toMatchObject({ state: "failed", updated: 7, failure: "errors.limit.activities" });
    expect(await everything()).toHaveLength(7);
    expect(await usedOf(owner.orgId, "activities")).toBe(limit);
  });
});
