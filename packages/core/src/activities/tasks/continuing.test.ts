import { queued } from "@kartis/tests/support/queued.ts";
import { handler as onChanged } from "@kartis/events/reminders/on-changed.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import { dayAfter, dayOf, instantOf } from "../../kernel/zoned-time.ts";
import { usedOf } from "../../plans/index.ts";
import { taskProcedures } from "../index.ts";
import { noticesOfActivities } from "../notices.ts";
import type { Rule } from "../recurrence/schema.ts";
import { sweepReminders } from "../reminders/fire.ts";
import { findScheduled } from "../reminders/schedule.ts";

const [create, update, remove, restore, list] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.remove"),
  named(taskProcedures, "tasks.restore"),
  named(taskProcedures, "tasks.list"),
];
const zone = "Asia/Jerusalem";
const daily: Rule = { frequency: "day", every: 1, ends: { type: "never" } };
const day = 86_400_000;

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
beforeEach(async () => {
  owner = await newOwner({ language: "he" }); // in Jerusalem
});
afterAll(() => backend.close());

const today = () => dayOf(Date.now(), zone);
/** A minute after midnight, so many days from today. */
const afterMidnight = (days: number) => ({ now: () => Date.parse(instantOf(dayAfter(today(), days), "00:01", zone)) });
const report = (more: object = {}) =>
  owner.call(create, { title: "Report", due: today(), repeat: daily, repeatOn: "date", ...more });
const open = async () => (await owner.call(list, { timeZone: zone })).rows;
const dueDays = async () => (await open()).map(({ due }) => due).toSorted();

/** Hands all records to the consumer that keeps what is due, then sweeps. */
async function sweep(clock: { now: () => number }): Promise<void> {
  const Records = await queued("reminders-on-changed", owner.orgId, 100);
  expect(await onChanged({ Records })).toEqual({ batchItemFailures: [] });
  expect((await sweepReminders(clock, 20_000)).failed).toBe(0);
}

describe("a task that repeats on its date", () => {
  it("brings the next once its date has passed, done or not, however many sweep at once", async () => {
    const { id } = await report({ checklist: [{ id: "a", text: "Panels", done: true }] });
    await sweep({ now: () => Date.now() });
    expect(await dueDays()).toEqual([today()]);
    await Promise.all([sweep(afterMidnight(1)), sweep(afterMidnight(1)), sweep(afterMidnight(1))]);
    expect(await dueDays()).toEqual([today(), dayAfter(today())]);
    const next = (await open()).find((task) => task.id !== id);
    expect(next).toMatchObject({ repeat: daily, repeatOn: "date", createdBy: owner.userId, assignedTo: owner.userId });
    expect(next?.checklist).toEqual([{ id: "a", text: "Panels", done: false }]);
    await sweep(afterMidnight(1));
    expect(await dueDays()).toHaveLength(2);
    await sweep(afterMidnight(2));
    expect(await dueDays()).toEqual([0, 1, 2].map((days) => dayAfter(today(), days)));
    expect(await usedOf(owner.orgId, "activities")).toBe(3);
  });

  it("skips what was missed, but not today", async () => {
    await report();
    await sweep({ now: () => Date.now() });
    await sweep(afterMidnight(5));
    expect(await dueDays()).toEqual([today(), dayAfter(today(), 5)]);
  });

  it("with an hour brings the one after that hour", async () => {
    const due = new Date(Math.floor(Date.now() / 60_000) * 60_000 + 10 * 60_000).toISOString();
    await report({ due, reminder: 5 });
    await sweep({ now: () => Date.parse(due) - 4 * 60_000 });
    expect(await dueDays()).toEqual([due]);
    await sweep({ now: () => Date.parse(due) + 1_000 });
    const [, next] = await dueDays();
    // 23 or 25 hours later where the clocks change.
    expect(Math.abs(Date.parse(next ?? "") - Date.parse(due) - day)).toBeLessThanOrEqual(3_600_000);
    const fired = (await latestRecords(owner.orgId, 100, null)).flatMap(({ changes }) => changes.map(({ action }) => action));
    expect(fired.filter((action) => action === "reminder.fire")).toHaveLength(1);
  });

  it("brings one when it is done early, and no other on its date", async () => {
    const { id } = await report();
    await owner.call(update, { taskId: id, done: true });
    expect(await dueDays()).toEqual([dayAfter(today())]);
    await sweep(afterMidnight(1));
    expect(await dueDays()).toEqual([dayAfter(today())]);
  });

  it("keeps the one that came on its date when it is done, and when that is taken back", async () => {
    const { id } = await report({ due: dayAfter(today(), -1) });
    await sweep({ now: () => Date.now() + 1_000 });
    expect(await dueDays()).toEqual([dayAfter(today(), -1), today()]);
    await owner.call(update, { taskId: id, done: true });
    expect(await dueDays()).toEqual([today()]);
    await owner.call(update, { taskId: id, done: false });
    expect(await dueDays()).toEqual([dayAfter(today(), -1), today()]);
  });

  it("is chosen for an overdue task, whose next then comes with the next sweep", async () => {
    const { id } = await report({ due: dayAfter(today(), -3), repeatOn: "done" });
    await sweep({ now: () => Date.now() + 1_000 });
    expect(await dueDays()).toEqual([dayAfter(today(), -3)]);
    await owner.call(update, { taskId: id, repeatOn: "date" });
    await sweep({ now: () => Date.now() + 1_000 });
    expect(await dueDays()).toEqual([dayAfter(today(), -3), today()]);
  });

  it("rests in the trash, and goes on when it is restored", async () => {
    const { id } = await report({ due: dayAfter(today(), -1) });
    await owner.call(remove, { taskId: id });
    await sweep({ now: () => Date.now() + 1_000 });
    expect(await dueDays()).toEqual([]);
    await owner.call(restore, { taskId: id });
    await sweep({ now: () => Date.now() + 1_000 });
    expect(await dueDays()).toEqual([dayAfter(today(), -1), today()]);
  });

  it("ends with its series, and then waits for nothing", async () => {
    const { id } = await report({ repeat: { ...daily, ends: { type: "on", day: today() } } });
    await sweep(afterMidnight(1));
    expect(await dueDays()).toEqual([today()]);
    expect((await findScheduled(owner.orgId, id))?.dueAt).toBeUndefined();
  });

  it("is no news to whom the next is assigned: it was theirs before", async () => {
    const other = await newMember(owner, {});
    const { id } = await report({ due: dayAfter(today(), -1), assignedTo: other.userId });
    await sweep({ now: () => Date.now() + 1_000 });
    const [latest] = await latestRecords(owner.orgId, 1, null);
    expect(latest?.changes.map(({ action }) => action).toSorted()).toEqual(["task.create", "task.update"]);
    expect(await noticesOfActivities(latest ?? expect.fail("no record"))).toEqual([]);
    expect((await open()).filter((task) => task.id !== id)).toMatchObject([{ assignedTo: other.userId }]);
  });
});
