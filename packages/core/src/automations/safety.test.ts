import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamTasks } from "../activities/index.ts";
import { cardProcedures, cardTypeProcedures, getCardType, streamCards } from "../cards/index.ts";
import type { CardId } from "../kernel/id.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { findSettings } from "../organizations/index.ts";
import { countStarts } from "./engine/days.ts";
import { runSchedule } from "./engine/schedule.ts";
import { dayEntity } from "./entity.ts";
import { everythingFor } from "./everything.fixture.ts";
import { noticesOfAutomations } from "./notices.ts";
import { mostOpenRuns, stormRuns } from "./rules.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const createCard = named(cardProcedures, "cards.create");
const updateCard = named(cardProcedures, "cards.update");
const dayMs = 86_400_000;

async function world() {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const of = await everythingFor(await newOwner({ template: "empty", clock }));
  const { owner, type, field } = of;
  const card = async (name: string, fields: Readonly<Record<string, unknown>> = {}) =>
    owner.call(createCard, { typeId: type.id, fields: { name, ...fields } });
  const noteOf = async (id: CardId) => (await owner.call(named(cardProcedures, "cards.get"), { id })).fields[field.note];
  return { ...of, clock, card, noteOf, pass: (ms: number) => (aheadMs += ms) };
}

describe("a storm", () => {
  it("switches the automation off, and it can be switched on again", async () => {
    const { owner, type, actions, clock, card } = await world();
    const automation = await published(owner, type.id, { actions: [actions.changeField] });
    await countStarts(owner.orgId, automation.id, clock);
    const { data } = await dayEntity().query.main({ orgId: owner.orgId, automationId: automation.id }).go();
    for (const { orgId, automationId, day } of data)
      await dayEntity().update({ orgId, automationId, day }).add({ total: stormRuns }).go();
    await card("One too many");
    await settleAutomations(owner.orgId, clock);
    const automationId = automation.id;
    expect(await owner.call(the("automations.get"), { automationId })).toMatchObject({ isOn: false, stopReason: "storm" });
    expect(await runsOf(owner, automation)).toEqual([]);
    expect(await owner.call(the("automations.switch"), { automationId, isOn: true })).toMatchObject({
      isOn: true,
      stopReason: null,
    });
  });
});

describe("too many open runs of one automation on a card", () => {
  it("make its button refuse further presses", async () => {
    const { owner, type, actions, card } = await world();
    const trigger = { kind: "buttonClicked", label: "Go" } as const;
    const { id: automationId } = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    const { id: cardId } = await card("Dana");
    for (let count = 0; count < mostOpenRuns; count++) await owner.call(the("automations.press"), { automationId, cardId });
    await expect(owner.call(the("automations.press"), { automationId, cardId })).rejects.toThrow("TOO_MANY_REQUESTS");
    const other = await card("Another");
    await owner.call(the("automations.press"), { automationId, cardId: other.id });
  });
});

describe("two people who edit one automation", () => {
  it("do not overwrite each other's changes unknowingly", async () => {
    const { owner, type, actions } = await world();
    const { id: automationId, version } = await published(owner, type.id, { actions: [actions.changeField] });
    await owner.call(the("automations.update"), { automationId, name: "Mine", expectedVersion: version });
    const stale = { automationId, expectedVersion: version };
    await expect(owner.call(the("automations.update"), { ...stale, name: "Yours" })).rejects.toThrow("CONFLICT");
    await expect(owner.call(the("automations.publish"), stale)).rejects.toThrow("CONFLICT");
    expect((await owner.call(the("automations.get"), { automationId })).name).toBe("Mine");
  });
});

describe("a field that is deleted", () => {
  it("switches off the automation that sets it and names the step; the notification links to the failed run", async () => {
    const { owner, type, actions, field, clock, card } = await world();
    const automation = await published(owner, type.id, { actions: [actions.notify, actions.changeField] });
    const [lead] = (await owner.call(named(cardProcedures, "cards.types"), {})).filter(({ id }) => id === type.id);
    await owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
      typeId: type.id,
      expectedVersion: lead?.version ?? 0,
      fields: lead?.fields.filter(({ id }) => id !== field.note) ?? [],
    });
    await card("Dana");
    await settleAutomations(owner.orgId, clock);
    const automationId = automation.id;
    expect(await owner.call(the("automations.get"), { automationId })).toMatchObject({
      isOn: false,
      stopReason: "broken",
      problems: [{ path: "steps.s2.fieldId", message: "automations.problem.field" }],
    });
    // No step was executed.
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({
      state: "failed",
      steps: [{ stepId: "s2", state: "failed", message: "automations.problem.field" }],
    });
    const records = await latestRecords(owner.orgId, 20, null);
    const stop = records.find(({ changes }) => changes[0]?.action === "automation.stop") ?? expect.fail("not stopped");
    expect(await noticesOfAutomations(stop)).toContainEqual(
      expect.objectContaining({
        subjectId: automationId,
        details: {
          automationId,
          name: "Test",
          reason: "broken",
          runId: run?.id,
          message: "automations.problem.field",
          place: "automations.action.changeField",
          step: 2,
        },
      }),
    );
    await expect(owner.call(the("automations.switch"), { automationId, isOn: true })).rejects.toThrow("automations.problem.some");
  });
});

describe("a scheduled trigger", () => {
  it("follows a changed date, and does not fire for one moved into the past", async () => {
    const { owner, type, actions, clock, card, field, noteOf, pass } = await world();
    const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "on" } as const;
    await published(owner, type.id, { trigger, actions: [actions.changeField] });
    const [moved, past, still] = [
      await card("Moved", { [field.visit]: day(2) }),
      await card("Past", { [field.visit]: day(-30) }),
      await card("Still", { [field.visit]: day(2) }),
    ];
    await owner.call(updateCard, { cardId: moved.id, fields: { [field.visit]: day(10) } });
    pass(3 * dayMs);
    await settleAutomations(owner.orgId, clock);
    const notes = async () => Promise.all([moved, past, still].map(({ id }) => noteOf(id)));
    expect(await notes()).toEqual([undefined, undefined, "seen"]);
    await owner.call(updateCard, { cardId: still.id, fields: { [field.note]: "changed" } });
    // Before the window that is evaluated next.
    await owner.call(updateCard, { cardId: past.id, fields: { [field.visit]: day(-1) } });
    pass(8 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await notes()).toEqual(["seen", undefined, "changed"]);
  });

  it("catches up once on missed firings, with their planned time", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    await card("Dana");
    pass(5 * dayMs);
    await settleAutomations(owner.orgId, clock);
    await settleAutomations(owner.orgId, clock);
    const [run, ...others] = await runsOf(owner, automation);
    expect(others).toEqual([]);
    expect(Date.parse(run?.plannedAt ?? "")).toBeLessThan(clock.now() - 3 * dayMs);
    pass(dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toHaveLength(2);
  });

  it("gets through many cards and all their dates, however short each evaluation is", async () => {
    const { owner, type, actions, clock, card, field, pass } = await world();
    const day = new Date(clock.now() + 2 * dayMs).toISOString().slice(0, 10);
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "on", at: "03:00" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    const late = new Date(clock.now() + 4 * dayMs).toISOString().slice(0, 10);
    // The first cards' dates arrive only while the others are being evaluated.
    for (let count = 0; count < 12; count++) await card(`Card ${count}`, { [field.visit]: count < 2 ? late : day });
    pass(3 * dayMs);
    // Each card takes one of the available five seconds.
    const look = async () => {
      let seconds = 0;
      const ticking = { now: () => clock.now() + 1_000 * seconds };
      const counted = async function* (...given: Parameters<typeof streamCards>) {
        for await (const cards of streamCards(...given))
          for (const one of cards) {
            seconds++;
            yield [one];
          }
      };
      await runSchedule(owner.orgId, automation.id, {
        clock: ticking,
        streamCards: counted,
        streamTasks,
        findSettings,
        getCardType,
        runMs: 5_000,
      });
    };
    await look();
    pass(2 * dayMs);
    for (let looks = 0; looks < 8; looks++) await look();
    const runs = await runsOf(owner, automation);
    expect(new Set(runs.map(({ cardId }) => cardId)).size).toBe(12);
    expect(runs).toHaveLength(12);
  });

  it("cannot be published for all cards if it creates more of them, which would multiply with every period", async () => {
    const { owner, type, actions, clock } = await world();
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const filter = { fieldId: "name", operator: "EQUAL", value: "Dana" } as const;
    await expect(published(owner, type.id, { trigger, actions: [actions.createCard] })).rejects.toThrow(
      "automations.problem.some",
    );
    const bounded = await published(owner, type.id, { trigger, filter, actions: [actions.createCard] });
    expect(bounded.problems).toEqual([]);
  });

  it("starts nothing for an automation that has been switched off", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    await card("Dana");
    await owner.call(the("automations.switch"), { automationId: automation.id, isOn: false });
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
    // Nor for one that is published without being switched on.
    const { id: automationId, definition } = automation;
    const changed = { ...definition, filter: { fieldId: "name", operator: "EXISTS" } as const };
    await owner.call(the("automations.update"), { automationId, definition: changed });
    const again = await owner.call(the("automations.publish"), { automationId, isOn: false });
    expect(again).toMatchObject({ isOn: false, publishedVersion: 2, hasUnpublishedChanges: false });
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
    await owner.call(the("automations.switch"), { automationId, isOn: true });
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation)).map(({ version }) => version)).toContain(2);
  });
});
