import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { askedRuns } from "@kartis/tests/support/runs-queue.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { latestRecords } from "../../data/journal-entity.ts";
import { published, runsOf, the } from "../automations.fixture.ts";
import { sweepRuns } from "../engine/sweep.ts";
import { noticesOfAutomations } from "../notices.ts";
import { dayMs, memberWith, world } from "../world.fixture.ts";
import { findPauses, pauseWrite } from "./pauses.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

type World = Awaited<ReturnType<typeof world>>;
const setPaused = ({ owner }: World, isPaused: boolean) => owner.call(the("automations.setPaused"), { isPaused });
const waitOf = (days: number) => ({ id: "w", kind: "wait", wait: { amount: days, unit: "days" } });

describe("a pause of all automations", () => {
  it("starts and continues nothing; waits that came due end once, late, and say so; what happened meanwhile starts nothing afterwards", async () => {
    const of = await world();
    const { owner, type, actions, clock, card, noteOf, pass } = of;
    const steps = [waitOf(1), { id: "note", kind: "action", action: actions.changeField }];
    const automation = await published(owner, type.id, { steps });
    const before = await card("Before");
    await settleAutomations(owner.orgId, clock);
    // A run that has started, and one whose change is delivered only during the pause.
    const late = await card("Late delivery");
    pass(1_000);
    const state = await setPaused(of, true);
    expect(state).toMatchObject({ isPaused: true, by: owner.userId });
    expect(await owner.call(the("automations.paused"), {})).toEqual(state);
    pass(1_000);
    const during = await card("During");
    pass(3 * dayMs);
    await startAll(owner.orgId, clock);
    await runDue(owner.orgId, clock);
    expect((await runsOf(owner, automation)).map(({ cardId, state: is }) => [cardId, is])).toEqual([
      [late.id, "running"],
      [before.id, "waiting"],
    ]);
    await sweepRuns(clock, 50_000);
    expect(await askedRuns(owner.orgId)).toEqual([]);
    expect(await setPaused(of, false)).toEqual({ isPaused: false, since: null, by: null });
    await sweepRuns(clock, 50_000);
    expect(await askedRuns(owner.orgId)).toContainEqual({ orgId: owner.orgId, cardId: before.id });
    await settleAutomations(owner.orgId, clock);
    expect(await noteOf(before.id)).toBe("seen");
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    const runs = await runsOf(owner, automation);
    expect(runs.map(({ cardId, state: is }) => [cardId, is])).toEqual([
      [late.id, "done"],
      [before.id, "done"],
    ]);
    // Only the first one's wait came due during the pause.
    expect(runs.map(({ steps: [wait] }) => wait?.message)).toEqual([null, "automations.late.paused"]);
    expect(await noteOf(during.id)).toBeUndefined();
  });

  it("refuses buttons, and makes up for no date and no period", async () => {
    const of = await world();
    const { owner, type, field, actions, clock, card, pass } = of;
    const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
    const button = await published(owner, type.id, {
      trigger: { kind: "buttonClicked", label: "Go" },
      actions: [actions.notify],
    });
    const date = await published(owner, type.id, {
      trigger: { kind: "dateArrives", fieldId: field.visit, when: "on" },
      actions: [actions.notify],
    });
    const period = await published(owner, type.id, {
      trigger: { kind: "everyPeriod", every: 1, unit: "days", from: day(0), at: "03:00" },
      actions: [actions.notify],
    });
    const meanwhile = await card("Meanwhile", { [field.visit]: day(2) });
    const afterwards = await card("Afterwards", { [field.visit]: day(6) });
    await setPaused(of, true);
    const press = { automationId: button.id, cardId: meanwhile.id };
    await expect(owner.call(the("automations.press"), press)).rejects.toThrow("automations.problem.allPaused");
    pass(4 * dayMs);
    await runDue(owner.orgId, clock);
    await setPaused(of, false);
    await owner.call(the("automations.press"), press);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, date)).toEqual([]);
    expect(await runsOf(owner, period)).toEqual([]);
    pass(3 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, date)).map(({ cardId }) => cardId)).toEqual([afterwards.id]);
    expect(await runsOf(owner, period)).toHaveLength(2);
  });

  it("interrupts a run between two steps", async () => {
    const of = await world();
    const { owner, type, actions, clock, card, noteOf } = of;
    const automation = await published(owner, type.id, { actions: [actions.createTask, actions.changeField] });
    const { id } = await card("Dana");
    await startAll(owner.orgId, clock);
    const { procedureNamed } = await import("@kartis/events/automations/procedures.ts");
    await runDue(owner.orgId, clock, async (name) => {
      if (name === "tasks.create") await setPaused(of, true);
      return procedureNamed(name);
    });
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "running", steps: [{ stepId: "s1", state: "done" }] });
    expect(await noteOf(id)).toBeUndefined();
    await setPaused(of, false);
    await settleAutomations(owner.orgId, clock);
    expect(await noteOf(id)).toBe("seen");
  });

  it("is recorded once, notifies the other administrators, and needs the permission to update automations", async () => {
    const of = await world();
    const { owner, colleagueId } = of;
    const reader = await memberWith(owner, { "AUTOMATION.read": "ORGANIZATION" });
    await expect(reader.call(the("automations.setPaused"), { isPaused: true })).rejects.toThrow("NO_PERMISSION");
    await setPaused(of, true);
    await setPaused(of, true);
    await setPaused(of, false);
    const records = (await latestRecords(owner.orgId, 20, null)).filter(({ changes }) =>
      /^automation\.(pause|resume)$/.test(changes[0]?.action ?? ""),
    );
    expect(records.map(({ changes }) => changes[0]?.action)).toEqual(["automation.resume", "automation.pause"]);
    const notices = await Promise.all(records.map(noticesOfAutomations));
    expect(notices.flat().map(({ userId, details }) => [userId, details["state"]])).toEqual([
      [colleagueId, "resumed"],
      [colleagueId, "paused"],
    ]);
    expect((await findPauses(owner.orgId)).pauses).toHaveLength(1);
  });
});

it("can always be ended: however often automations were paused in two weeks, that fits an item of the table", async () => {
  const { owner } = await world();
  const from = "2026-07-01T00:00:00.000Z";
  const ended = Array.from({ length: 5_000 }, () => ({ from, until: from, by: owner.userId }));
  const known = { pauses: [...ended, { from, until: null, by: owner.userId }], version: 7 };
  expect(JSON.stringify(pauseWrite(owner.orgId, known, from, null)).length).toBeLessThan(200_000);
});
