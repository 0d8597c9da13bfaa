import { handler as run } from "@kartis/events/operations/on-requested.ts";
import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { realignWholeDays, taskProcedures } from "../activities/index.ts";
import { findActivities } from "../activities/store.ts";
import { findScheduled } from "../activities/reminders/schedule.ts";
import { creation } from "../activities/writes.ts";
import { commit, systemContext } from "../data/commit.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { systemClock } from "../kernel/clock.ts";
import { type ActivityId, newId } from "../kernel/id.ts";
import { findOperation, operationOf, operationProcedures } from "../operations/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { onboardingProcedures } from "./index.ts";
import { runTimeZoneChange } from "./time-zone.ts";

const [create, update, get, remove, restore] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.get"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.restore"),
];
const [settings, change] = [
  named(onboardingProcedures, "organizations.settings"),
  named(onboardingProcedures, "organizations.update"),
];
const find = named(operationProcedures, "operations.get");
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" });
});
afterAll(() => backend.close());

const records = () => latestRecords(owner.orgId, 100, null);
async function moveTo(timeZone: string): Promise<void> {
  const { version, phone, whatsappNumber, ...values } = await owner.call(settings, {});
  const numbers = { phone: phone ?? "", whatsappNumber: whatsappNumber ?? "" };
  await owner.call(change, { ...values, ...numbers, timeZone, expectedVersion: version });
}
const started = async () => (await records()).flatMap((record) => operationOf(record) ?? []);
/** Runs what the changes have started, each more than once, as the queue does. */
async function settle(): Promise<void> {
  for (const operationId of [...(await started()), ...(await started())])
    expect(await run({ Records: [sqsRecord({ orgId: owner.orgId, operationId }, { messageId: operationId })] })).toEqual({
      batchItemFailures: [],
    });
}
/** Runs what the changes have started once more, after so many seconds. */
async function runLater(seconds: number) {
  const clock = { now: () => systemClock.now() + seconds * 1_000 };
  const outcomes = [];
  for (const operationId of await started()) {
    const operation = await findOperation(owner.orgId, operationId);
    if (operation?.state === "running") outcomes.push(await runTimeZoneChange(operation, clock, 30_000));
  }
  return outcomes;
}
const dueOf = async (taskId: Awaited<ReturnType<typeof task>>["id"]) => (await owner.call(get, { taskId })).dueAt;
const task = (more: object = {}) => owner.call(create, { title: "Report", due: "2031-07-01", ...more });

it("when the organization's zone changes, tasks of whole days are due at the end of their day there, once", async () => {
  const whole = await task({ reminder: 60 });
  const timed = await task({ due: "2031-07-01T10:00:00.000Z" });
  const done = await task({ done: true });
  const trashed = await task();
  await owner.call(remove, { taskId: trashed.id });
  expect(whole.dueAt).toBe("2031-07-01T20:59:59.999Z");
  await moveTo("America/New_York");
  await settle();
  expect(await dueOf(whole.id)).toBe("2031-07-02T03:59:59.999Z");
  expect(await dueOf(timed.id)).toBe("2031-07-01T10:00:00.000Z");
  expect((await owner.call(restore, { taskId: trashed.id })).dueAt).toBe("2031-07-02T03:59:59.999Z");
  // What is done stays as it was, until it is open again.
  expect(await dueOf(done.id)).toBe("2031-07-01T20:59:59.999Z");
  expect((await owner.call(update, { taskId: done.id, done: false })).dueAt).toBe("2031-07-02T03:59:59.999Z");
  // Each of its changes is on record, once, and its reminder follows.
  const changes = (await records()).flatMap((record) => (record.origin === "bulk" ? record.changes : []));
  expect(changes.map(({ subject }) => subject.id).toSorted()).toEqual([whole.id, trashed.id].toSorted());
  expect(await onChanged({ Records: await queued("reminders-on-changed", owner.orgId, 100) })).toEqual({ batchItemFailures: [] });
  expect(await findScheduled(owner.orgId, whole.id)).toMatchObject({ dueAt: "2031-07-02T03:00:00.000Z" });
});

it("what others still make by the former zone meanwhile is found at the end, once they have ended", async () => {
  await task();
  await moveTo("America/New_York");
  await settle();
  const [operationId = expect.fail("no operation")] = await started();
  const id = newId("act");
  const values = { title: "Of a run that began before", due: "2031-07-01", dueAt: "2031-07-01T20:59:59.999Z" };
  await commit(systemContext(owner.orgId, "late", systemClock), async (at) => {
    const { write, change } = creation(owner.orgId, "TASK", id, values, owner.userId, at);
    return { writes: [write], records: [{ changes: [change] }], result: undefined };
  });
  // However often it is brought before its time.
  await settle();
  expect(await owner.call(find, { operationId })).toMatchObject({ state: "running" });
  expect(await dueOf(id)).toBe("2031-07-01T20:59:59.999Z");
  expect(await runLater(100)).toEqual([{ afterSeconds: expect.closeTo(50, -1) }]);
  expect(await runLater(151)).toEqual([true]);
  expect(await dueOf(id)).toBe("2031-07-02T03:59:59.999Z");
  expect(await owner.call(find, { operationId })).toMatchObject({ state: "done" });
});

/** The record of the last change of the task by a person. */
async function lastChangeOf(taskId: string) {
  const own = (await records()).filter(
    ({ origin, changes: [change] }) => origin !== "bulk" && change?.action === "task.update" && change.subject.id === taskId,
  );
  return own[0]?.id ?? expect.fail("no record");
}
const repeatStartOf = async (taskId: Parameters<typeof dueOf>[0]) =>
  (await findActivities(owner.orgId, [taskId])).get(taskId)?.values["repeatStart"];

it("what is undone is due by the zone of now", async () => {
  const repeat = { frequency: "day", every: 7, ends: { type: "after", times: 1 } } as const;
  const [done, moved, series] = [await task({ repeat }), await task(), await task({ repeat })];
  await owner.call(update, { taskId: done.id, done: true });
  await owner.call(update, { taskId: moved.id, due: "2031-08-01" });
  await owner.call(update, { taskId: series.id, repeat: null });
  await moveTo("America/New_York");
  await settle();
  for (const { id } of [done, moved, series]) await owner.call(undo, { recordId: await lastChangeOf(id) });
  expect(await owner.call(get, { taskId: done.id })).toMatchObject({ done: false, dueAt: "2031-07-02T03:59:59.999Z" });
  expect(await dueOf(moved.id)).toBe("2031-07-02T03:59:59.999Z");
  const start = { day: "2031-07-01", time: null, timeZone: "America/New_York" };
  expect(await repeatStartOf(done.id)).toEqual(start);
  expect(await repeatStartOf(series.id)).toEqual(start);
});

it("what has followed from the zone is not undone", async () => {
  const { id } = await task();
  await moveTo("America/New_York");
  await settle();
  const record = (await records()).find(({ origin }) => origin === "bulk") ?? expect.fail("no record");
  await expect(owner.call(undo, { recordId: record.id })).rejects.toMatchObject({
    code: "PRECONDITION_FAILED",
    details: { messageKey: "errors.undo.irreversible" },
  });
  expect(await dueOf(id)).toBe("2031-07-02T03:59:59.999Z");
});

it("a series that is opened again goes on by the days of the zone of now", async () => {
  const { id } = await task({ repeat: { frequency: "day", every: 7, ends: { type: "after", times: 1 } } });
  await owner.call(update, { taskId: id, done: true });
  await moveTo("America/New_York");
  await settle();
  await owner.call(update, { taskId: id, done: false });
  expect(await repeatStartOf(id)).toEqual({ day: "2031-07-01", time: null, timeZone: "America/New_York" });
});

it("of two changes in a row the later counts, in whatever order their operations run", async () => {
  const { id } = await task();
  await moveTo("Pacific/Auckland");
  await moveTo("Europe/Budapest");
  await settle();
  expect(await dueOf(id)).toBe("2031-07-01T21:59:59.999Z");
});

it("what was interrupted continues, and a change of anything else starts nothing", async () => {
  const ids = await Promise.all(Array.from({ length: 120 }, async () => (await task()).id));
  const { version, phone, whatsappNumber, ...values } = await owner.call(settings, {});
  await owner.call(change, {
    ...values,
    name: "Galil",
    phone: phone ?? "",
    whatsappNumber: whatsappNumber ?? "",
    expectedVersion: version,
  });
  expect(await started()).toEqual([]);
  await moveTo("Asia/Tokyo");
  let chunks = 0;
  expect(await realignWholeDays(systemContext(owner.orgId, "timeZone", systemClock), () => chunks++ > 0)).toBe(false);
  const dues = async () => Promise.all(ids.map(dueOf));
  const moved = (await dues()).filter((due) => due === "2031-07-01T14:59:59.999Z").length;
  expect(moved).toBeGreaterThan(0);
  expect(moved).toBeLessThan(120);
  await settle();
  expect(new Set(await dues())).toEqual(new Set(["2031-07-01T14:59:59.999Z"]));
});

it("a repeating task of whole days goes on by the new days", async () => {
  const repeat = { frequency: "day", every: 1, ends: { type: "never" } } as const;
  const { id } = await task({ repeat });
  await moveTo("Asia/Tokyo");
  await settle();
  await owner.call(update, { taskId: id, done: true });
  const next = (await records())
    .flatMap(({ changes }) => changes)
    .find(({ action, subject }) => action === "task.create" && subject.id !== id);
  expect(next?.after).toMatchObject({
    due: "2031-07-02",
    dueAt: "2031-07-02T14:59:59.999Z",
    repeatStart: { timeZone: "Asia/Tokyo" },
  });
});

it("tasks that are as long as they can be, of which few fit a transaction, are all due there", { timeout: 300_000 }, async () => {
  const checklist = Array.from({ length: 100 }, (_, at) => ({ id: `i${at}`, text: "€".repeat(500), done: false }));
  const long = { description: "€".repeat(20_000), checklist };
  const ids: ActivityId[] = [];
  for (let at = 0; at < 24; at++) ids.push((await task(long)).id);
  await moveTo("Asia/Tokyo");
  await settle();
  expect(new Set(await Promise.all(ids.map(dueOf)))).toEqual(new Set(["2031-07-01T14:59:59.999Z"]));
});
