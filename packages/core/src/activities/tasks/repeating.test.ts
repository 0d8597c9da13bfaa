import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { errorShape } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import { dayAfter, dayOf, instantOf, timeIn } from "../../kernel/zoned-time.ts";
import { undoProcedures } from "../../undo/index.ts";
import { auditProcedures } from "../../journal/index.ts";
import { taskProcedures } from "../index.ts";
import type { Rule } from "../recurrence/schema.ts";

const [create, update, updateMany, list, get, trash] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(taskProcedures, "tasks.updateMany"),
  named(taskProcedures, "tasks.list"),
  named(taskProcedures, "tasks.get"),
  named(taskProcedures, "tasks.trash"),
];
const undo = named(undoProcedures, "changes.undo");
const zone = "Asia/Jerusalem";
const never = { type: "never" } as const;
const daily: Rule = { frequency: "day", every: 1, ends: never };
const weekly = (weekdays: Extract<Rule, { frequency: "week" }>["weekdays"]): Rule => ({
  frequency: "week",
  every: 1,
  weekdays,
  weekStart: "SU",
  ends: never,
});

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
const open = async () => (await owner.call(list, { timeZone: zone })).rows;
const mark = (taskId: ActivityId, isDone: boolean) => owner.call(update, { taskId, done: isDone });
const done = (taskId: ActivityId) => mark(taskId, true);

describe("a repeating task that is done", () => {
  it("brings the next, as it was before anything of it was done", async () => {
    const checklist = [{ id: "a", text: "Panels", done: true }];
    const values = { title: "Report", description: "Monthly", priority: "HIGH" as const };
    const task = await owner.call(create, { ...values, checklist, due: today(), repeat: daily });
    await done(task.id);
    const [next, ...others] = await open();
    expect(others).toEqual([]);
    expect(next).toMatchObject({ ...values, due: dayAfter(today()), done: false, doneAt: null, repeat: daily, version: 1 });
    expect(next?.checklist).toEqual([{ id: "a", text: "Panels", done: false }]);
    expect(next?.createdBy).toBe(owner.userId);
  });

  it("does not make up for missed dates, and is not early when a task is done early", async () => {
    const late = await owner.call(create, { title: "Late", due: dayAfter(today(), -10), repeat: daily });
    await done(late.id);
    expect((await open()).map(({ due }) => due)).toEqual([dayAfter(today())]);
    const early = await owner.call(create, { title: "Early", due: dayAfter(today(), 5), repeat: daily });
    await done(early.id);
    expect((await open()).map(({ due }) => due)).toEqual([dayAfter(today()), dayAfter(today(), 6)]);
  });

  it("keeps its hour on the clocks of the organization, also over their change", async () => {
    // In Jerusalem the clocks go forward on 29 March 2030.
    const due = instantOf("2030-03-26", "09:30", zone);
    const task = await owner.call(create, { title: "Call", due, repeat: weekly(["TU"]) });
    await done(task.id);
    const [next] = await open();
    expect(next?.due).toBe(instantOf("2030-04-02", "09:30", zone));
    expect(timeIn(Date.parse(next?.due ?? ""), zone)).toBe("09:30");
  });

  it("keeps to its series when one was moved, and ends when the series does", async () => {
    const start = dayAfter(today(), 7);
    const rule: Rule = { frequency: "day", every: 7, ends: { type: "after", times: 2 } };
    const { id } = await owner.call(create, { title: "Twice", due: start, repeat: rule });
    await owner.call(update, { taskId: id, due: dayAfter(start, 2) });
    await done(id);
    const [second] = await open();
    expect(second?.due).toBe(dayAfter(start, 7));
    await done(second?.id ?? expect.fail("no second"));
    expect(await open()).toEqual([]);
  });

  it("takes an untouched next one back when it is marked undone, and brings the same one again", async () => {
    const { id } = await owner.call(create, { title: "Report", due: today(), repeat: daily });
    await done(id);
    const [next] = await open();
    await mark(id, false);
    expect((await open()).map((task) => task.id)).toEqual([id]);
    await done(id);
    expect((await open()).map((task) => task.id)).toEqual([next?.id]);
    expect((await owner.call(trash, {})).total).toBe(0);
  });

  it("keeps a next task that someone has changed", async () => {
    const { id } = await owner.call(create, { title: "Report", due: today(), repeat: daily });
    await done(id);
    const [next] = await open();
    await owner.call(update, { taskId: next?.id ?? expect.fail("no next"), title: "Report, again" });
    await mark(id, false);
    expect((await open()).map(({ title }) => title)).toEqual(["Report", "Report, again"]);
    await done(id);
    expect((await open()).map(({ title }) => title)).toEqual(["Report, again"]);
  });

  it("goes back to the rule it had when another one is undone, in whichever order the rule is stored", async () => {
    const task = await owner.call(create, { title: "Report", due: today() });
    const repeat: Rule = {
      frequency: "month",
      every: 2,
      on: { by: "weekday", week: "last", weekday: "FR" },
      ends: { type: "after", times: 3 },
    };
    const { recordId } = await owner.call(update, { taskId: task.id, repeat });
    expect(await owner.call(get, { taskId: task.id })).toMatchObject({ repeat });
    await owner.call(undo, { recordId: recordId ?? expect.fail("nothing changed") });
    expect(await owner.call(get, { taskId: task.id })).toMatchObject({ repeat: null });
  });

  it("is undone with its next one, as one change", async () => {
    const { id } = await owner.call(create, { title: "Report", due: today(), repeat: daily });
    const { recordId } = await done(id);
    await owner.call(undo, { recordId: recordId ?? expect.fail("nothing changed") });
    expect((await open()).map((task) => task.id)).toEqual([id]);
    expect(await owner.call(get, { taskId: id })).toMatchObject({ done: false, doneAt: null });
  });

  it("is in the audit with what people wrote, and not with what only follows from it", async () => {
    const { id } = await owner.call(create, { title: "Report", due: today(), repeat: daily });
    await done(id);
    const { entries } = await owner.call(named(auditProcedures, "audit.search"), { subjectId: id });
    // With the next one, the later record is about two tasks.
    expect(entries.map(({ subjectName, changeCount }) => [subjectName, changeCount])).toEqual([
      [null, 2],
      ["Report", 1],
    ]);
    const made = entries.at(-1)?.after ?? {};
    expect(Object.keys(made).toSorted()).toEqual(["assignedTo", "due", "repeat", "title"]);
  });

  it("is one of several, of which one may be the next of another", async () => {
    const { id } = await owner.call(create, { title: "Report", due: today(), repeat: daily });
    await done(id);
    const [next] = await open();
    const both = [id, next?.id ?? expect.fail("no next")];
    const { outcomes } = await owner.call(updateMany, {
      changes: [
        { taskId: both[0] ?? id, done: false },
        { taskId: both[1] ?? id, done: true },
      ],
    });
    expect(outcomes.map(({ task }) => task?.done)).toEqual([false, true]);
    expect((await open()).map(({ due }) => due)).toEqual([today(), dayAfter(today(), 2)]);
  });
});

describe("a rule of repetition", () => {
  const refusal = (promise: Promise<unknown>) =>
    promise.then(
      () => expect.fail("was not refused"),
      (error: unknown) => errorShape(error, "r"),
    );

  it("that never occurs is refused at its field", async () => {
    const ended: Rule = { frequency: "day", every: 1, ends: { type: "on", day: "2029-12-31" } };
    expect(await refusal(owner.call(create, { title: "Report", due: "2030-01-01", repeat: ended }))).toMatchObject({
      code: "INVALID_INPUT",
      fields: { repeat: "validation.recurrence.endsBeforeStart" },
    });
    const impossible: Rule = { frequency: "year", every: 1, month: 2, on: { by: "day", day: 30 }, ends: never };
    const { id } = await owner.call(create, { title: "Report", due: "2030-01-01" });
    expect((await refusal(owner.call(update, { taskId: id, repeat: impossible }))).fields).toEqual({
      repeat: "validation.recurrence.neverOccurs",
    });
  });

  it("taken away leaves the task as it is", async () => {
    const { id } = await owner.call(create, { title: "Report", due: today(), repeat: daily });
    expect(await owner.call(update, { taskId: id, repeat: null })).toMatchObject({ repeat: null });
    await done(id);
    expect(await open()).toEqual([]);
  });
});
