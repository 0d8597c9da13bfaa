import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { taskProcedures } from "../activities/index.ts";
import { bulkProcedures, runBulk } from "../bulk/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { findOperation } from "../operations/index.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { simulated } from "./simulation/simulation.fixture.ts";
import { dayMs, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const updateCard = named(cardProcedures, "cards.update");
const [createTask, updateTask] = [named(taskProcedures, "tasks.create"), named(taskProcedures, "tasks.update")];

/** An organization with an automation that starts three days before the visit, or at what else is asked for. */
async function withDates(trigger: object) {
  const of = await world();
  const { owner, type, actions, field, clock, card } = of;
  const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
  const before = { kind: "dateArrives", fieldId: field.visit, when: "before", amount: 3, unit: "days" };
  const automation = await published(owner, type.id, { trigger: { ...before, ...trigger }, actions: [actions.notify] });
  return {
    ...of,
    automation,
    day,
    visit: (name: string, days: number) => card(name, { [field.visit]: day(days) }),
    settle: () => settleAutomations(owner.orgId, clock),
    startedOn: async () => (await runsOf(owner, automation)).map(({ cardName }) => cardName ?? "").toSorted(),
  };
}

describe("a date that is entered when its moment has passed", () => {
  it("starts nothing unless that is asked for", async () => {
    const { visit, settle, startedOn } = await withDates({});
    await visit("Yesterday", -1);
    await visit("Tomorrow", 1);
    await settle();
    expect(await startedOn()).toEqual([]);
  });

  it("starts a run at once, and only one, where it is asked for; later dates wait for their moment", async () => {
    const { owner, field, automation, visit, settle, startedOn, day, pass, clock } = await withDates({ firesLate: true });
    await visit("Yesterday", -1);
    const tomorrow = await visit("Tomorrow", 1);
    const later = await visit("Later", 10);
    const old = await visit("Born long ago", -25_000);
    await settle();
    expect(await startedOn()).toEqual(["Born long ago", "Tomorrow", "Yesterday"]);
    // However often the records are delivered, and in whatever order.
    await startAll(owner.orgId, clock, { order: (all) => all.toReversed() });
    await startAll(owner.orgId, clock);
    await settle();
    pass(dayMs);
    await settle();
    expect(await startedOn()).toHaveLength(3);
    const run = (await runsOf(owner, automation)).find(({ cardId }) => cardId === tomorrow.id) ?? expect.fail("no run");
    expect(run.plannedAt?.slice(0, 10)).toBe(day(-3));
    expect(run.recordId).not.toBeNull();
    // Neither an edit of something else nor a cleared date.
    await owner.call(updateCard, { cardId: tomorrow.id, fields: { [field.note]: "x" } });
    await owner.call(updateCard, { cardId: old.id, fields: { [field.visit]: null } });
    await settle();
    expect(await startedOn()).toHaveLength(3);
    await owner.call(updateCard, { cardId: later.id, fields: { [field.visit]: day(-2) } });
    await settle();
    expect(await startedOn()).toEqual(["Born long ago", "Later", "Tomorrow", "Yesterday"]);
  });

  it("whose schedule has yet to come to that moment starts one run, whichever of the two comes first", async () => {
    for (const isScheduleFirst of [true, false]) {
      const { owner, card, field, clock, pass, startedOn } = await withDates({
        when: "on",
        at: "00:00",
        firesLate: true,
      });
      // An outage of two days, within which the moment passes before the date is entered.
      pass(2 * dayMs);
      const yesterday = new Date(clock.now() - dayMs).toISOString().slice(0, 10);
      await card("Dana", { [field.visit]: yesterday });
      if (isScheduleFirst) await runDue(owner.orgId, clock);
      await startAll(owner.orgId, clock);
      await runDue(owner.orgId, clock);
      await startAll(owner.orgId, clock);
      expect(await startedOn()).toEqual(["Dana"]);
    }
  });

  it("starts nothing every year", async () => {
    const { visit, settle, startedOn } = await withDates({ when: "on", isYearly: true, firesLate: true });
    await visit("Born", -10_000);
    await settle();
    expect(await startedOn()).toEqual([]);
  });

  it("by many cards at once starts runs only if those were asked for", async () => {
    const { owner, type, field, automation, card, settle, startedOn, day } = await withDates({ firesLate: true });
    const cardIds = [(await card("Dana")).id, (await card("Noa")).id];
    const edit = async (days: number, startAutomations: boolean) => {
      const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), {
        selection: { cardIds },
        change: { kind: "edit", fields: { [field.visit]: day(days) } },
        startAutomations,
      });
      const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
      expect(await runBulk(operation, await owner.actor(), owner.clock, Number.POSITIVE_INFINITY)).toBe(true);
      await settle();
    };
    await edit(-1, false);
    expect(await startedOn()).toEqual([]);
    // It says so beforehand, also of an import.
    for (const change of [
      { kind: "edit" as const, fields: { [field.visit]: day(-2) } },
      { kind: "import" as const, mode: "create" as const, fieldIds: [field.visit] },
    ])
      expect(await owner.call(the("automations.startedBy"), { cardTypeId: type.id, change })).toEqual([
        { automationId: automation.id, name: "Test" },
      ]);
    await edit(-2, true);
    expect(await startedOn()).toEqual(["Dana", "Noa"]);
  });

  it("is counted by a simulation", async () => {
    const { owner, automation, visit, settle } = await withDates({ firesLate: true });
    await visit("Yesterday", -1);
    await visit("Later", 10);
    await settle();
    await owner.call(the("automations.switch"), { automationId: automation.id, isOn: false });
    const { runs } = await simulated(owner, automation.id);
    expect(runs.map(({ cardName }) => cardName)).toEqual(["Yesterday"]);
  });

  it("starts nothing if its schedule had started a run for that moment, nor does it in a simulation", async () => {
    const { owner, automation, field, visit, settle, startedOn, day, pass } = await withDates({ when: "on", firesLate: true });
    const tomorrow = day(1);
    const { id: cardId } = await visit("Dana", 1);
    await settle();
    pass(2 * dayMs);
    await settle();
    expect(await startedOn()).toEqual(["Dana"]);
    await owner.call(updateCard, { cardId, fields: { [field.visit]: day(10) } });
    await owner.call(updateCard, { cardId, fields: { [field.visit]: tomorrow } });
    await settle();
    expect(await startedOn()).toEqual(["Dana"]);
    await owner.call(the("automations.switch"), { automationId: automation.id, isOn: false });
    const { runs } = await simulated(owner, automation.id);
    expect(runs.map(({ cardName }) => cardName)).toEqual(["Dana"]);
  });
});

describe("a task that is due by the time that it is written down", () => {
  it("starts a run at once, once, where that is asked for; not if it is done, or has no card", async () => {
    const { owner, card, settle, automation, clock, day } = await withDates({ kind: "dueDate", when: "on", firesLate: true });
    const { id: cardId } = await card("Dana");
    const late = await owner.call(createTask, { title: "Late", due: day(-2), cardId });
    const moved = await owner.call(createTask, { title: "Moved", due: day(5), cardId });
    const done = await owner.call(createTask, { title: "Done", due: day(6), cardId });
    await owner.call(createTask, { title: "Own", due: day(-2), cardId: null });
    await owner.call(updateTask, { taskId: done.id, done: true });
    await owner.call(updateTask, { taskId: done.id, due: day(-1) });
    await settle();
    const tasks = async () => (await runsOf(owner, automation)).map(({ taskId }) => taskId);
    expect(await tasks()).toEqual([late.id]);
    await owner.call(updateTask, { taskId: moved.id, due: day(-1) });
    await settle();
    await startAll(owner.orgId, clock);
    await settle();
    expect(new Set(await tasks())).toEqual(new Set([late.id, moved.id]));
    expect(await tasks()).toHaveLength(2);
    await owner.call(the("automations.switch"), { automationId: automation.id, isOn: false });
    const { runs } = await simulated(owner, automation.id);
    expect(runs).toHaveLength(2);
  });
});
