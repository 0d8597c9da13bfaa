import { procedureNamed } from "@kartis/events/automations/procedures.ts";
import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, findCards, getCardType } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { CardId } from "../kernel/id.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import type { Procedures } from "./engine/perform.ts";
import { runCard } from "./engine/run.ts";
import { findTurn, openRunsOf, Turn } from "./engine/turn.ts";
import { mostOpenRuns } from "./rules.ts";
import { dayMs, memberWith, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const updateCard = named(cardProcedures, "cards.update");
const button = { kind: "buttonClicked", label: "Go" };
const hourMs = 3_600_000;
const waitADay = { id: "w", kind: "wait", wait: { amount: 1, unit: "days" } };
const open = async ({ orgId }: Owner, cardId: CardId) => openRunsOf(await findTurn(orgId, cardId));

/** The procedures, with hooks before and after the first call. */
const interrupting =
  (before: () => Promise<unknown>, after: () => Promise<unknown> = () => Promise.resolve()): Procedures =>
  async (name) => {
    const procedure = await procedureNamed(name);
    let calls = 0;
    return (
      procedure && {
        async call(input, context) {
          const isFirst = ++calls === 1;
          if (isFirst) await before();
          const answer = await procedure.call(input, context);
          if (isFirst) await after();
          return answer;
        },
      }
    );
  };

describe("runs of different automations under the same client-chosen id", () => {
  it("are separate, and each takes effect", async () => {
    const { owner, type, actions, clock, card, noteOf } = await world();
    const first = await published(owner, type.id, { trigger: button, actions: [actions.createTask] });
    const second = await published(owner, type.id, { trigger: button, actions: [actions.changeField] });
    const { id: cardId } = await card("Dana");
    const { runId } = await owner.call(the("automations.press"), { automationId: first.id, cardId });
    await owner.call(the("automations.press"), { automationId: second.id, cardId, runId });
    expect(await open(owner, cardId)).toHaveLength(2);
    await settleAutomations(owner.orgId, clock);
    expect([(await runsOf(owner, first))[0]?.state, (await runsOf(owner, second))[0]?.state]).toEqual(["done", "done"]);
    // Its step is not mistaken for the other run's, which is done.
    expect(await noteOf(cardId)).toBe("seen");
  });

  it("do not replace each other among the card's open runs", async () => {
    const { owner, type, actions, clock, card, noteOf, pass } = await world();
    const steps = [waitADay, { id: "s", kind: "action", action: actions.changeField }];
    const waiting = await published(owner, type.id, { steps });
    const pressed = await published(owner, type.id, { trigger: button, actions: [actions.createTask] });
    const { id: cardId } = await card("Dana");
    await settleAutomations(owner.orgId, clock);
    const [run] = await runsOf(owner, waiting);
    const member = await memberWith(owner, { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" });
    await member.call(the("automations.press"), { automationId: pressed.id, cardId, runId: run?.id });
    await settleAutomations(owner.orgId, clock);
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await noteOf(cardId)).toBe("seen");
  });
});

describe("the limit of open runs on a card", () => {
  const onStatus = { kind: "statusChanged", from: [], to: [] };

  it("does not count canceled runs", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const automation = await published(owner, type.id, {
      trigger: onStatus,
      steps: [waitADay, { id: "s", kind: "action", action: actions.changeField }],
    });
    const { id: cardId } = await card("Dana", { status: "opt_new" });
    await owner.call(updateCard, { cardId, fields: { status: "opt_won" } });
    await settleAutomations(owner.orgId, clock);
    const [run] = await runsOf(owner, automation);
    await owner.call(the("automations.cancel"), { automationId: automation.id, runId: run?.id ?? expect.fail() });
    expect(await open(owner, cardId)).toEqual([]);
    pass(2 * dayMs);
    expect(await runDue(owner.orgId, clock)).toBe(0);
  });

  it("logs skipped runs, and stops nothing, if people or customers caused them", async () => {
    const { owner, type, actions, clock, card } = await world();
    const automation = await published(owner, type.id, {
      trigger: onStatus,
      steps: [waitADay, { id: "s", kind: "action", action: actions.changeField }],
    });
    const { id: cardId } = await card("Dana", { status: "opt_new" });
    for (let count = 0; count <= mostOpenRuns; count++)
      await owner.call(updateCard, { cardId, fields: { status: count % 2 ? "opt_new" : "opt_won" } });
    await settleAutomations(owner.orgId, clock);
    expect((await owner.call(the("automations.get"), { automationId: automation.id })).isOn).toBe(true);
    const runs = await runsOf(owner, automation);
    expect(runs.map(({ state }) => state).toSorted()).toEqual([
      "skipped",
      ...Array.from({ length: mostOpenRuns }, () => "waiting"),
    ]);
    expect(runs.find(({ state }) => state === "skipped")).toMatchObject({
      endedAt: expect.any(String),
      dueAt: null,
      steps: [{ stepId: "start", message: "automations.skipped.tooManyOpen" }],
    });
    expect(await open(owner, cardId)).toHaveLength(mostOpenRuns);
  });

  it("skips the card in a schedule, and keeps no other card from its run", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const from = new Date(clock.now() - 2 * dayMs).toISOString().slice(0, 10);
    const wait = { id: "w", kind: "wait", wait: { amount: 9, unit: "days" } };
    const automation = await published(owner, type.id, {
      trigger: { kind: "everyPeriod", every: 1, unit: "hours", from, at: "03:00" },
      steps: [wait, { id: "s", kind: "action", action: actions.changeField }],
    });
    const crowded = await card("Crowded");
    for (let count = 0; count < mostOpenRuns; count++) {
      pass(hourMs);
      await settleAutomations(owner.orgId, clock);
    }
    expect(await open(owner, crowded.id)).toHaveLength(mostOpenRuns);
    const other = await card("Another");
    pass(hourMs);
    await settleAutomations(owner.orgId, clock);
    expect(await open(owner, other.id)).toHaveLength(1);
    const skipped = (await runsOf(owner, automation)).filter(({ state }) => state === "skipped");
    expect(skipped).toMatchObject([
      { cardId: crowded.id, plannedAt: expect.any(String), steps: [{ message: "automations.skipped.tooManyOpen" }] },
    ]);
  });

  it("counts retried runs", async () => {
    const { owner, type, field, clock, card } = await world();
    const failing = { kind: "changeField", how: "write", fieldId: field.email, text: "not an address" };
    const { id: automationId } = await published(owner, type.id, { trigger: button, actions: [failing] });
    const { id: cardId } = await card("Dana");
    const press = () => owner.call(the("automations.press"), { automationId, cardId });
    const failed = await press();
    await settleAutomations(owner.orgId, clock);
    for (let count = 0; count < mostOpenRuns; count++) await press();
    await expect(owner.call(the("automations.retry"), { automationId, runId: failed.runId })).rejects.toThrow(
      "automations.skipped.tooManyOpen",
    );
  });
});

describe("a run that is changed while a step is executed", () => {
  const reads = { findCards, getCardType };

  it("logs the step's result and stops if it was canceled", async () => {
    const { owner, type, actions, clock, card, noteOf } = await world();
    const automation = await published(owner, type.id, { actions: [actions.changeField, actions.createTask] });
    const { id: cardId } = await card("Dana");
    await startAll(owner.orgId, clock);
    const [{ id: runId } = expect.fail()] = await runsOf(owner, automation);
    const cancel = () => owner.call(the("automations.cancel"), { automationId: automation.id, runId });
    await runCard(owner.orgId, cardId, {
      clock,
      procedures: interrupting(() => Promise.resolve(), cancel),
      reads,
      runMs: 30_000,
    });
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "canceled", steps: [{ stepId: "s1", state: "done", recordId: expect.any(String) }] });
    expect(await noteOf(cardId)).toBe("seen");
    expect(await open(owner, cardId)).toEqual([]);
  });

  it("is left to the process that took over its expired claim", async () => {
    const { owner, type, actions, clock, card } = await world();
    const automation = await published(owner, type.id, { actions: [actions.changeField, actions.createTask] });
    const { id: cardId } = await card("Dana");
    await startAll(owner.orgId, clock);
    const later = { now: () => clock.now() + 100_000 };
    const another = () => runCard(owner.orgId, cardId, { clock: later, procedures: procedureNamed, reads, runMs: 30_000 });
    await runCard(owner.orgId, cardId, { clock, procedures: interrupting(another), reads, runMs: 30_000 });
    await settleAutomations(owner.orgId, later);
    const done = (await latestRecords(owner.orgId, 100, null)).filter(({ actor }) => actor.id === automation.id);
    expect(done.map(({ changes }) => changes[0]?.action)).toEqual(["task.create", "card.update"]);
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["done"]);
  });
});

describe("a card's claim", () => {
  it("is not released while a run that has just started is open", async () => {
    const { owner, type, actions, clock, card } = await world();
    const { id: automationId } = await published(owner, type.id, { trigger: button, actions: [actions.notify] });
    const { id: cardId } = await card("Dana");
    const press = () => owner.call(the("automations.press"), { automationId, cardId });
    await press();
    const turn = (await Turn.take(owner.orgId, cardId, clock)) ?? expect.fail("no turn");
    expect(await Turn.take(owner.orgId, cardId, clock)).toBeUndefined();
    const first = (await turn.next()) ?? expect.fail("no run");
    const { runId } = await press();
    expect(await turn.settle(first, undefined)).toBe(true);
    const last = (await turn.next()) ?? expect.fail("no run");
    expect(last.runId).toBe(runId);
    expect(await turn.settle(last, undefined)).toBe(false);
    expect(await Turn.take(owner.orgId, cardId, clock)).toBeUndefined();
    // Released: the next run finds it free.
    await press();
    expect(await Turn.take(owner.orgId, cardId, clock)).toBeDefined();
  });
});

describe("a run with an unexpected error", () => {
  it("does not delay the card's other runs, and continues later", async () => {
    const { owner, type, actions, clock, card, noteOf, pass } = await world();
    const trigger = { kind: "cardCreated" };
    const all = [
      await published(owner, type.id, { trigger, actions: [actions.createTask] }),
      await published(owner, type.id, { trigger, actions: [actions.changeField] }),
    ];
    const { id: cardId } = await card("Dana");
    await startAll(owner.orgId, clock);
    let reads = 0;
    const failing: typeof getCardType = (...of) =>
      ++reads === 1 ? Promise.reject(new TypeError("unforeseen")) : getCardType(...of);
    await runCard(owner.orgId, cardId, {
      clock,
      procedures: procedureNamed,
      reads: { findCards, getCardType: failing },
      runMs: 30_000,
    });
    const states = async () => (await Promise.all(all.map((one) => runsOf(owner, one)))).map(([run]) => run?.state);
    expect(new Set(await states())).toEqual(new Set(["done", "running"]));
    pass(120_000);
    await settleAutomations(owner.orgId, clock);
    expect(await states()).toEqual(["done", "done"]);
    expect(await noteOf(cardId)).toBe("seen");
  });
});

describe("a run that can never be completed", () => {
  it("fails after the last back-off instead of being tried for ever, and says so once", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const automation = await published(owner, type.id, { trigger: button, actions: [actions.changeField] });
    const { id: cardId } = await card("Dana");
    await owner.call(the("automations.press"), { automationId: automation.id, cardId });
    let tries = 0;
    const getType: typeof getCardType = () => {
      tries++;
      return Promise.reject(new TypeError("unforeseen"));
    };
    for (const ms of [0, 10_000, 30_000, 180_000, 660_000, 2 * 3_600_000, dayMs]) {
      pass(ms);
      await runCard(owner.orgId, cardId, {
        clock,
        procedures: procedureNamed,
        reads: { findCards, getCardType: getType },
        runMs: 30_000,
      });
    }
    // At once, after each of the four back-offs, and then no more.
    expect(tries).toBe(5);
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({
      state: "failed",
      steps: [{ stepId: "start", state: "failed", message: "errors.INTERNAL_SERVER_ERROR.message" }],
    });
    expect(await open(owner, cardId)).toEqual([]);
    const records = await latestRecords(owner.orgId, 20, null);
    const actionsOf = records.flatMap(({ changes }) => changes.map(({ action }) => action));
    expect(actionsOf.filter((action) => action === "automation.fail")).toHaveLength(1);
    // A person can retry it once the cause is gone.
    await owner.call(the("automations.retry"), { automationId: automation.id, runId: run?.id ?? expect.fail("no run") });
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation))[0]?.state).toBe("done");
  });
});

describe("an automation created with the id of a deleted one", () => {
  it("is refused, because it would inherit its versions and runs", async () => {
    const { owner, type, actions } = await world();
    const { id: automationId } = await published(owner, type.id, { actions: [actions.changeField] });
    await owner.call(the("automations.remove"), { automationId });
    const definition = definitionOf({ actions: [actions.notify] });
    await expect(
      owner.call(the("automations.create"), { automationId, cardTypeId: type.id, name: "Again", definition }),
    ).rejects.toMatchObject({ code: "CONFLICT" });
  });
});
