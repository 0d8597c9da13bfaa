import { handler as run } from "@kartis/events/operations/on-requested.ts";
import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { queued } from "@kartis/tests/support/queued.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { realignWholeDays, taskProcedures } from "../activities/index.ts";
import { findScheduled } from "../activities/reminders/schedule.ts";
import { systemContext } from "../data/commit.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { systemClock } from "../kernel/clock.ts";
import { operationOf, operationProcedures } from "../operations/index.ts";
import { onboardingProcedures } from "./index.ts";

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
  const [operationId] = await started();
  expect(await owner.call(find, { operationId: operationId ?? expect.fail("no operation") })).toMatchObject({ state: "done" });
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
