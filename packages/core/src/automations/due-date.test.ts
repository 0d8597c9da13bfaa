import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { taskProcedures } from "../activities/tasks/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { dayOf, instantOf } from "../kernel/zoned-time.ts";
import { timeUnits } from "./actions/definition.ts";
import { findSettings } from "../organizations/index.ts";
import { roleProcedures } from "../organizations/roles/procedures.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { everythingFor } from "./everything.fixture.ts";
import { dueDate } from "./triggers/due-date.ts";

const [hour, day] = [3_600_000, 86_400_000];

describe("the days between which tasks are read", () => {
  const schedule = dueDate.schedule ?? expect.fail();
  it("include every task that fires in the window", () => {
    const settings = fc.record({
      when: fc.constantFrom("before", "on", "after"),
      amount: fc.integer({ min: 1, max: 30 }),
      unit: fc.constantFrom(...timeUnits),
      at: fc.constantFrom("09:00", "00:00", "23:59"),
    });
    const zones = fc.constantFrom("UTC", "Asia/Jerusalem", "America/New_York", "Pacific/Kiritimati", "Pacific/Pago_Pago");
    const instants = fc.integer({ min: Date.parse("2028-01-01T00:00:00Z"), max: Date.parse("2034-01-01T00:00:00Z") });
    fc.assert(
      fc.property(settings, zones, instants, fc.boolean(), (given, timeZone, ms, isDay) => {
        // At most ten years.
        const config = dueDate.config.parse(given.unit === "years" ? { ...given, amount: (given.amount % 10) + 1 } : given);
        const due = isDay ? dayOf(ms, timeZone) : new Date(ms).toISOString();
        const always = { from: "0001-01-01T00:00:00.000Z", to: "9999-01-01T00:00:00.000Z", timeZone };
        const at = schedule.firesAt(config, { due }, always) ?? expect.fail("it never comes");
        const window = { from: new Date(Date.parse(at) - 60_000).toISOString(), to: at, timeZone };
        const looked = schedule.tasks?.(config, window) ?? expect.fail("no tasks");
        const dueDay = isDay ? due : dayOf(ms, timeZone);
        expect(looked.from <= dueDay && dueDay <= looked.to, JSON.stringify({ due, at, looked })).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a due task", () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend.close());

  const createTask = named(taskProcedures, "tasks.create");
  async function world() {
    let aheadMs = 0;
    const clock = { now: () => Date.now() + aheadMs };
    const of = await everythingFor(await newOwner({ template: "empty", clock }));
    const { owner, type } = of;
    const card = await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name: "Dana" } });
    const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
    const settle = () => settleAutomations(owner.orgId, clock);
    const publish = (trigger: object) =>
      published(owner, type.id, { trigger: { kind: "dueDate", ...trigger }, actions: [of.actions.notify] });
    return { ...of, card, inMs, settle, publish, clock, pass: (ms: number) => (aheadMs += ms) };
  }

  it("starts a run once and names the task, unless it is done, deleted, rescheduled or without a card", async () => {
    const { owner, card, inMs, settle, publish, pass } = await world();
    const automation = await publish({ when: "on" });
    const task = (title: string, ms: number, more = {}) =>
      owner.call(createTask, { title, due: inMs(ms), cardId: card.id, ...more });
    const call = await task("Call", hour);
    const [done, deleted, moved] = [await task("Done", hour), await task("Deleted", hour), await task("Moved", hour)];
    await task("Own", hour, { cardId: null });
    await owner.call(named(taskProcedures, "tasks.update"), { taskId: done.id, done: true });
    await owner.call(named(taskProcedures, "tasks.remove"), { taskId: deleted.id });
    await owner.call(named(taskProcedures, "tasks.update"), { taskId: moved.id, due: inMs(30 * day) });
    await settle();
    expect(await runsOf(owner, automation)).toEqual([]);
    pass(2 * hour);
    await settle();
    pass(hour);
    await settle();
    const runs = await runsOf(owner, automation);
    expect(runs).toMatchObject([{ state: "done", cardId: card.id, taskId: call.id, plannedAt: call.due }]);
    const run = await owner.call(the("automations.run"), { automationId: automation.id, runId: runs[0]?.id ?? expect.fail() });
    expect(run.subjects[call.id]).toMatchObject({ kind: "activity", activityType: "TASK", name: "Call" });
  });

  it("fires at its new date when rescheduled, and separately from the card's other tasks", async () => {
    const { owner, card, inMs, settle, publish, pass } = await world();
    const automation = await publish({ when: "before", amount: 1, unit: "days" });
    const one = await owner.call(createTask, { title: "One", due: inMs(3 * day), cardId: card.id });
    await owner.call(createTask, { title: "Two", due: inMs(3 * day), cardId: card.id });
    await owner.call(named(taskProcedures, "tasks.update"), { taskId: one.id, due: inMs(5 * day) });
    pass(2 * day + hour);
    await settle();
    expect(await runsOf(owner, automation)).toHaveLength(1);
    pass(2 * day);
    await settle();
    expect(await runsOf(owner, automation)).toHaveLength(2);
  });

  it("without a time fires at the chosen time in the organization's time zone", async () => {
    const { owner, card, settle, publish, pass, clock } = await world();
    const automation = await publish({ when: "after", amount: 1, unit: "days", at: "18:30" });
    const { timeZone } = (await findSettings(owner.orgId)) ?? expect.fail();
    const due = dayOf(clock.now() + 3 * day, timeZone);
    await owner.call(createTask, { title: "Call", due, cardId: card.id });
    pass(6 * day);
    await settle();
    const [run] = await runsOf(owner, automation);
    const next = dayOf(Date.parse(instantOf(due, "12:00", timeZone)) + day, timeZone);
    expect(run?.plannedAt).toBe(instantOf(next, "18:30", timeZone));
  });

  it("outside the publisher's scope starts nothing", async () => {
    const { owner, type, card, inMs, settle, actions, pass } = await world();
    const all = "ORGANIZATION" as const;
    const automations = { "AUTOMATION.read": all, "AUTOMATION.create": all, "AUTOMATION.update": all };
    const grants = { ...automations, "CARDS.read": all, "TASKS.read": "USER" as const };
    const { id: roleId } = await owner.call(named(roleProcedures, "roles.create"), { name: "Editor", grants });
    const editor = await newMember(owner, { roleId });
    const automation = await published(editor, type.id, { trigger: { kind: "dueDate", when: "on" }, actions: [actions.notify] });
    const theirs = await owner.call(createTask, { title: "Theirs", due: inMs(hour), cardId: card.id, assignedTo: owner.userId });
    const own = await owner.call(createTask, { title: "Own", due: inMs(hour), cardId: card.id, assignedTo: editor.userId });
    pass(2 * hour);
    await settle();
    const started = (await runsOf(owner, automation)).map(({ taskId }) => taskId);
    expect(started).toEqual([own.id]);
    expect(started).not.toContain(theirs.id);
  });
});
