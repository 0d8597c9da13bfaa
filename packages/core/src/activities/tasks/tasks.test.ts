import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type * as z from "zod";
import { cardProcedures } from "../../cards/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { replicasOf } from "../../data/replica/index.ts";
import { errorShape } from "../../kernel/error.ts";
import { type ActivityId, newId } from "../../kernel/id.ts";
import { dayAfter, dayOf, endOfDay, instantOf } from "../../kernel/zoned-time.ts";
import { limits, recount, usedOf } from "../../plans/index.ts";
import { openReplica } from "../../replicas.ts";
import { undoProcedures } from "../../undo/index.ts";
import { taskProcedures } from "../index.ts";
import { activityProjection } from "../projection.ts";
import { groupOf } from "./rules.ts";

const [create, update, updateMany, remove, restore, removeMany, list, counts, get, trash] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.updateMany"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.restore"),
  named(taskProcedures, "tasks.removeMany"),
  named(taskProcedures, "tasks.list"),
  named(taskProcedures, "tasks.counts"),
  named(taskProcedures, "tasks.get"),
  named(taskProcedures, "tasks.trash"),
];
const undo = named(undoProcedures, "changes.undo");
const [createCard, mergeCards, unmergeCards] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.unmerge"),
];
const typesOf = named(cardProcedures, "cards.types");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

const zone = "Asia/Jerusalem";
const today = () => dayOf(Date.now(), zone);
const titles = async (input: Partial<z.input<typeof list.input>> = {}) =>
  (await owner.call(list, { timeZone: zone, ...input })).rows.map(({ title }) => title);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("was not refused"),
    (error: unknown) => errorShape(error, "r"),
  );
const task = (title: string, more: object = {}) => owner.call(create, { title, due: today(), ...more });
const cardOf = async (name: string) => {
  const [type] = await owner.call(typesOf, {});
  return owner.call(createCard, { typeId: type?.id ?? expect.fail("no type"), fields: { name } });
};

describe("a task", () => {
  it("needs a title and a due date, and says so", async () => {
    expect(await refusal(owner.call(create, { title: "  ", due: "2030-01-01" }))).toMatchObject({
      code: "INVALID_INPUT",
      fields: { title: "validation.title" },
    });
    // @ts-expect-error -- what a caller may leave out all the same
    expect((await refusal(owner.call(create, { title: "Call" }))).fields).toEqual({ due: "validation.due" });
    for (const due of [
      "",
      "tomorrow",
      "2030-02-30",
      "2030-01-01T25:00:00Z",
      "2030-01-01T10",
      "2030-02-30T10:00",
      "2030-01-01T24:00",
    ])
      expect((await refusal(owner.call(create, { title: "Call", due }))).fields).toEqual({ due: "validation.due" });
  });

  it("is due until the end of its day in the organization's zone, or at its instant", async () => {
    expect(await task("Day", { due: "2030-07-01" })).toMatchObject({ due: "2030-07-01", dueAt: "2030-07-01T20:59:59.999Z" });
    const at = { due: "2030-07-01T10:00:00.000Z", dueAt: "2030-07-01T10:00:00.000Z" };
    const timed = await task("Hour", { due: "2030-07-01T13:00:00+03:00" });
    expect(timed).toMatchObject(at);
    // By the clocks of the organization, where the time has no offset.
    expect(await task("Clock", { due: "2030-07-01T13:00" })).toMatchObject(at);
    const moved = await owner.call(update, { taskId: timed.id, due: "2030-01-02" });
    expect(moved).toMatchObject({ due: "2030-01-02", dueAt: "2030-01-02T21:59:59.999Z" });
  });

  it("is not due at a time that the clocks skip, which is said at its field", async () => {
    const skipped = { due: "2031-03-28T02:30" };
    const reason = { code: "INVALID_INPUT", fields: { due: "validation.skippedTime" } };
    expect(await refusal(task("Night", skipped))).toMatchObject(reason);
    const { id, due } = await task("Night", { due: "2031-03-28T03:00" });
    expect(due).toBe("2031-03-28T00:00:00.000Z");
    expect(await refusal(owner.call(update, { taskId: id, ...skipped }))).toMatchObject(reason);
    const { outcomes } = await owner.call(updateMany, { changes: [{ taskId: id, ...skipped }] });
    expect(outcomes).toMatchObject([{ error: reason }]);
  });

  it("belongs to whoever makes it, unless somebody else or nobody is named; only members are", async () => {
    const member = await newMember(owner, { systemRole: "ADMIN" });
    const stranger = await newOwner();
    expect((await task("Mine")).assignedTo).toBe(owner.userId);
    expect((await task("Theirs", { assignedTo: member.userId })).assignedTo).toBe(member.userId);
    expect((await task("Nobody's", { assignedTo: null })).assignedTo).toBeNull();
    expect((await refusal(task("Stranger's", { assignedTo: stranger.userId }))).fields).toEqual({
      assignedTo: "validation.person",
    });
    expect(await owner.call(counts, { timeZone: zone })).toMatchObject({ mine: 1, assignedByMe: 1, team: 3, done: 0 });
  });

  it("is not taken for one that was created under its id with other content, but for one that has been done since", async () => {
    const asked = { title: "Call", due: "2030-06-03", taskId: newId("act"), reminder: 15 as const };
    const taskBefore = { code: "CONFLICT", messageKey: "errors.taskBefore" };
    await owner.call(create, asked);
    for (const change of [
      { title: "Call Dana" },
      { due: "2030-06-04" },
      { due: "2030-06-03T09:00:00.000Z" },
      { reminder: null },
      { assignedTo: null },
      { priority: "HIGH" as const },
      { description: "By phone" },
      { done: true },
    ])
      expect(await refusal(owner.call(create, { ...asked, ...change }))).toMatchObject(taskBefore);
    await owner.call(update, { taskId: asked.taskId, done: true });
    expect(await owner.call(create, asked)).toMatchObject({ id: asked.taskId, done: true, recordId: null });
    expect(await owner.call(create, { ...asked, done: true })).toMatchObject({ id: asked.taskId, recordId: null });
  });

  it("is made once, however often its caller asks under the same id", async () => {
    const asked = { title: "Call", due: today(), taskId: newId("act") };
    const made = await owner.call(create, asked);
    expect(await owner.call(create, asked)).toMatchObject({ id: asked.taskId, version: 1, recordId: null });
    expect(made).toMatchObject({ id: asked.taskId, recordId: expect.any(String) });
    expect(await titles()).toEqual(["Call"]);
    const member = await newMember(owner, { systemRole: "ADMIN" });
    expect(await refusal(member.call(create, asked))).toMatchObject({ code: "CONFLICT" });
  });

  it("is done at an instant, and undone without one; doing it twice changes nothing", async () => {
    const { id: taskId } = await task("Call");
    const done = await owner.call(update, { taskId, done: true });
    expect(done.doneAt).toBe(done.updatedAt);
    const again = await owner.call(update, { taskId, done: true });
    expect(again).toMatchObject({ version: 2, doneAt: done.doneAt, recordId: null });
    expect(await owner.call(update, { taskId, done: false })).toMatchObject({ done: false, doneAt: null });
  });

  it("merges what two people change, and refuses what both do", async () => {
    const { id: taskId, version: expectedVersion } = await task("Call");
    await owner.call(update, { taskId, expectedVersion, title: "Write" });
    const merged = await owner.call(update, { taskId, expectedVersion, priority: "HIGH" });
    expect(merged).toMatchObject({ title: "Write", priority: "HIGH" });
    const clash = await refusal(owner.call(update, { taskId, expectedVersion, title: "Visit" }));
    expect(clash).toMatchObject({ code: "CONFLICT", fields: { title: "validation.changedMeanwhile" } });
  });

  it("keeps a checklist whose items have ids of their own", async () => {
    const item = { id: "a", text: "Panels", done: true };
    const { id: taskId, checklist } = await task("Order", { checklist: [item, { id: "b", text: "Clamps" }] });
    expect(checklist).toEqual([item, { id: "b", text: "Clamps", done: false }]);
    expect((await refusal(owner.call(update, { taskId, checklist: [item, item] }))).fields).toEqual({
      checklist: "validation.twice",
    });
  });

  it("follows its card into another and back", async () => {
    const [kept, other] = [await cardOf("Galil"), await cardOf("Galil Ltd")];
    const { id: taskId } = await task("Call", { cardId: other.id });
    const merge = await owner.call(mergeCards, { survivorId: kept.id, otherIds: [other.id], choices: {} });
    expect(await titles({ cardId: kept.id })).toEqual(["Call"]);
    expect((await owner.call(get, { taskId })).cards[other.id]?.name).toBe("Galil");
    await owner.call(unmergeCards, { recordId: merge.recordId ?? expect.fail("nothing was merged") });
    expect(await titles({ cardId: kept.id })).toEqual([]);
    expect(await titles({ cardId: other.id })).toEqual(["Call"]);
  });
});

describe("lists of tasks", () => {
  it("group by the caller's day, whatever its zone", async () => {
    const zones = ["Pacific/Kiritimati", "Asia/Jerusalem", "America/Los_Angeles", "Asia/Kolkata", "Pacific/Niue"];
    const dues = new Map<string, string>();
    for (const offset of [-2, -1, 0, 1, 2]) {
      const day = dayAfter(today(), offset);
      dues.set(`day ${offset}`, day);
      for (const time of ["00:10", "12:00", "23:50"]) dues.set(`${offset} ${time}`, instantOf(day, time, zone));
    }
    for (const [title, due] of dues) await task(title, { due });
    for (const timeZone of zones) {
      const now = dayOf(Date.now(), timeZone);
      const expected = { overdue: 0, today: 0, tomorrow: 0, later: 0 };
      for (const due of dues.values()) expected[groupOf({ due }, now, timeZone)]++;
      const found = await owner.call(list, { timeZone, limit: 200 });
      expect([timeZone, found.groups, found.total]).toEqual([timeZone, expected, dues.size]);
      const dueToday = await owner.call(list, { timeZone, dueFrom: now, dueUntil: now });
      expect(dueToday.total).toBe(expected.today);
      const instants = found.rows.map(({ dueAt }) => dueAt);
      expect(instants).toEqual(instants.toSorted());
    }
  });

  it("narrow by person, priority, card type and words; done ones come latest first", async () => {
    const card = await cardOf("Rimon");
    const [call, write, order] = [
      await task("Call Dana", { priority: "HIGH", cardId: card.id }),
      await task("Write to Dána", { assignedTo: null }),
      await task("Order", { due: dayAfter(today()) }),
    ];
    expect(await titles()).toEqual(["Call Dana", "Write to Dána", "Order"]);
    expect(await titles({ text: "DANA" })).toEqual(["Call Dana", "Write to Dána"]);
    expect(await titles({ assignedTo: [null] })).toEqual(["Write to Dána"]);
    expect(await titles({ notAssignedTo: [owner.userId] })).toEqual([]);
    const member = await newMember(owner, {});
    expect(await titles({ notAssignedTo: [member.userId] })).toEqual(["Call Dana", "Order"]);
    expect(await titles({ assignedTo: [owner.userId, null] })).toHaveLength(3);
    expect(await titles({ priorities: ["HIGH"] })).toEqual(["Call Dana"]);
    expect(await titles({ priorities: [null] })).toEqual(["Write to Dána", "Order"]);
    expect(await titles({ cardTypeId: card.typeId })).toEqual(["Call Dana"]);
    expect((await owner.call(counts, { timeZone: zone })).byCardType).toEqual({ [card.typeId]: 1 });
    await owner.call(update, { taskId: order.id, done: true });
    await owner.call(update, { taskId: call.id, done: true });
    expect(await titles()).toEqual(["Write to Dána"]);
    expect(await titles({ state: "done" })).toEqual(["Call Dana", "Order"]);
    expect(await titles({ state: "done", doneFrom: new Date(Date.now() + 60_000).toISOString() })).toEqual([]);
    expect(write.version).toBe(1);
  });

  it("page without losing one", async () => {
    for (let at = 0; at < 7; at++) await task(`Task ${at}`);
    const pages: string[] = [];
    for (let cursor: number | null = 0; cursor !== null;) {
      const page: Awaited<ReturnType<typeof list.call>> = await owner.call(list, { timeZone: zone, cursor, limit: 3 });
      pages.push(...page.rows.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(pages.toSorted()).toEqual(Array.from({ length: 7 }, (_, at) => `Task ${at}`));
  });
});

describe("several at once", () => {
  it("each has its own outcome, and one record undoes what was done", async () => {
    const [one, two, gone] = [await task("One"), await task("Two"), await task("Gone")];
    await owner.call(remove, { taskId: gone.id });
    const { outcomes, recordId } = await owner.call(updateMany, {
      changes: [one, gone, two].map(({ id }) => ({ taskId: id, due: "2030-05-05" })),
    });
    expect(outcomes.map(({ task: after, error }) => after?.due ?? error?.code)).toEqual([
      "2030-05-05",
      "NOT_FOUND",
      "2030-05-05",
    ]);
    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record?.id).toBe(recordId);
    expect(record?.changes).toHaveLength(2);
    await owner.call(undo, { recordId: recordId ?? expect.fail("nothing changed") });
    for (const { id: taskId, due } of [one, two]) expect(await owner.call(get, { taskId })).toMatchObject({ due, version: 3 });
  });

  it("go to the trash and come back by undoing", async () => {
    const all = [await task("One"), await task("Two")];
    const { recordId } = await owner.call(removeMany, { taskIds: all.map(({ id }) => id) });
    expect(await titles()).toEqual([]);
    expect((await owner.call(trash, {})).rows.map(({ title }) => title).toSorted()).toEqual(["One", "Two"]);
    await owner.call(undo, { recordId: recordId ?? expect.fail("nothing changed") });
    expect(await titles()).toHaveLength(2);
    expect((await owner.call(trash, {})).total).toBe(0);
  });
});

describe("undoing", () => {
  it("takes back each kind of change, and its own undo", async () => {
    const made = await task("Call");
    const edited = await owner.call(update, { taskId: made.id, title: "Write", done: true, priority: "LOW" });
    const undone = await owner.call(undo, { recordId: edited.recordId ?? "" });
    expect(await owner.call(get, { taskId: made.id })).toMatchObject({
      title: "Call",
      done: false,
      doneAt: null,
      priority: null,
    });
    await owner.call(undo, { recordId: undone.recordId ?? "" });
    expect(await owner.call(get, { taskId: made.id })).toMatchObject({ title: "Write", done: true, doneAt: edited.doneAt });
    const { recordId } = await owner.call(remove, { taskId: made.id });
    await owner.call(undo, { recordId: recordId ?? "" });
    expect(await titles({ state: "done" })).toEqual(["Write"]);
  });

  it("overwrites nothing that was changed since", async () => {
    const made = await task("Call");
    const edited = await owner.call(update, { taskId: made.id, title: "Write" });
    await owner.call(update, { taskId: made.id, title: "Visit" });
    for (const { recordId } of [edited, made])
      expect(await refusal(owner.call(undo, { recordId: recordId ?? "" }))).toMatchObject({ code: "CONFLICT" });
    expect(await titles()).toEqual(["Visit"]);
    await owner.call(remove, { taskId: made.id });
    expect(await refusal(owner.call(undo, { recordId: edited.recordId ?? "" }))).toMatchObject({ code: "PRECONDITION_FAILED" });
  });
});

describe("the plan's limit of activities", () => {
  it("counts tasks outside the trash exactly", async () => {
    const limit = limits.TRIAL.activities ?? expect.fail("A trial has a limit");
    const one = await task("One");
    await recount(owner.orgId, "TRIAL", "activities", limit - 1);
    const outcomes = await Promise.allSettled([task("Two"), task("Three"), task("Four")]);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refusal(task("Five"))).toMatchObject({ code: "PAYMENT_REQUIRED", messageKey: "errors.limit.activities" });
    await owner.call(remove, { taskId: one.id });
    expect(await usedOf(owner.orgId, "activities")).toBe(limit - 1);
    await owner.call(restore, { taskId: one.id });
    expect(await usedOf(owner.orgId, "activities")).toBe(limit);
  });
});

describe("the replica", () => {
  const rowsOf = async (replica: Awaited<ReturnType<typeof openReplica>>) =>
    replica.db
      .prepare("SELECT * FROM activity ORDER BY id")
      .all()
      .map((row) => ({ ...row, held: JSON.parse(String(row["held"])) as unknown }));

  it("followed live equals one that is built from the table, after any changes", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            act: fc.constantFrom("create", "title", "done", "due", "clear", "remove", "restore"),
            at: fc.nat({ max: 5 }),
            text: fc.string({ minLength: 1, maxLength: 8 }),
          }),
          { minLength: 4, maxLength: 14 },
        ),
        async (steps) => {
          const ids: ActivityId[] = [(await task("First", { description: "Long" })).id];
          for (const { act, at, text } of steps) {
            const taskId = ids[at % ids.length] ?? expect.fail("there is one");
            const title = `x${text}`;
            const attempt =
              act === "create"
                ? task(title).then(({ id }) => void ids.push(id))
                : act === "remove" || act === "restore"
                  ? owner.call(act === "remove" ? remove : restore, { taskId })
                  : owner.call(update, {
                      taskId,
                      ...(act === "title"
                        ? { title }
                        : act === "done"
                          ? { done: at % 2 === 0 }
                          : act === "due"
                            ? { due: dayAfter(today(), at) }
                            : { description: null, assignedTo: null }),
                    });
            await attempt.catch((error: unknown) => expect(errorShape(error, "r").code).toBe("NOT_FOUND"));
          }
          const live = await rowsOf(await openReplica(owner.orgId));
          const built = await rowsOf(await replicasOf([activityProjection]).openReplica(owner.orgId));
          expect(live.length).toBeGreaterThan(0);
          expect(live).toEqual(built);
        },
      ),
      { numRuns: 6 },
    );
  });

  it("orders days by the end of the day where the organization is", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.constantFrom(...Intl.supportedValuesOf("timeZone")),
        (days, timeZone) => {
          const day = dayAfter("2000-01-01", days);
          const end = Date.parse(endOfDay(day, timeZone));
          // A zone that has skipped a whole day has no such end.
          fc.pre(dayOf(end, timeZone) === day || dayOf(end + 1, timeZone) !== dayAfter(day));
          expect([dayOf(end, timeZone), dayOf(end + 1, timeZone) > day]).toEqual([day, true]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
