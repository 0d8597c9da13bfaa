import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamTasks } from "../activities/index.ts";
import { cardProcedures, getCardType, streamCards } from "../cards/index.ts";
import { findSettings } from "../organizations/index.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { runSchedule } from "./engine/schedule.ts";
import type { AutomationId } from "./schema.ts";
import { dayMs, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const updateCard = named(cardProcedures, "cards.update");

/** Evaluates the schedule for so long; each card that it reads takes a second. @returns the number of cards that it has read */
async function lookFor({ orgId, clock }: Owner, automationId: AutomationId, { runMs }: { readonly runMs: number }) {
  let seconds = 0;
  const ticking = { now: () => clock.now() + 1_000 * seconds };
  const counted = async function* (...given: Parameters<typeof streamCards>) {
    for await (const cards of streamCards(...given))
      for (const one of cards) {
        seconds++;
        yield [one];
      }
  };
  await runSchedule(orgId, automationId, { clock: ticking, streamCards: counted, streamTasks, findSettings, getCardType, runMs });
  return seconds;
}

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

  it("goes on with its schedule when it is published again: firings that are due or half done are not lost", async () => {
    const { owner, type, actions, clock, card, field, pass, noteOf } = await world();
    const day = new Date(clock.now() + 2 * dayMs).toISOString().slice(0, 10);
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "on", at: "03:00" } as const;
    const automation = await published(owner, type.id, { trigger, actions: [actions.notify] });
    const { id: automationId } = automation;
    const cards = [];
    for (let count = 0; count < 4; count++) cards.push(await card(`Card ${count}`, { [field.visit]: day }));
    const republished = async (given: object) => {
      const definition = definitionOf({ trigger, actions: [actions.changeField], ...given });
      await owner.call(the("automations.update"), { automationId, definition });
      await owner.call(the("automations.publish"), { automationId });
    };
    pass(3 * dayMs);
    await republished({});
    // Each card takes one of the available two seconds.
    await lookFor(owner, automationId, { runMs: 2_000 });
    const begun = (await runsOf(owner, automation)).length;
    expect(begun).toBeGreaterThan(0);
    expect(begun).toBeLessThan(4);
    await republished({ filter: { fieldId: "name", operator: "EXISTS" } });
    pass(60_000);
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(cards.map(() => "done"));
    expect(await Promise.all(cards.map(({ id }) => noteOf(id)))).toEqual(cards.map(() => "seen"));
  });

  it("begins anew when it is published with another trigger, or was off", async () => {
    const { owner, type, actions, clock, card, field, pass } = await world();
    const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "on", at: "03:00" } as const;
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    const { id: automationId } = automation;
    await card("Dana", { [field.visit]: day(2) });
    pass(3 * dayMs);
    const definition = definitionOf({ trigger: { ...trigger, at: "04:00" }, actions: [actions.changeField] });
    await owner.call(the("automations.update"), { automationId, definition });
    await owner.call(the("automations.publish"), { automationId });
    await settleAutomations(owner.orgId, clock);
    await card("Noa", { [field.visit]: day(2) });
    await owner.call(the("automations.switch"), { automationId, isOn: false });
    pass(3 * dayMs);
    const again = definitionOf({ trigger: { ...trigger, at: "04:00" }, actions: [actions.notify] });
    await owner.call(the("automations.update"), { automationId, definition: again });
    await owner.call(the("automations.publish"), { automationId });
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
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
    const look = () => lookFor(owner, automation.id, { runMs: 5_000 });
    await look();
    pass(2 * dayMs);
    for (let looks = 0; looks < 8; looks++) await look();
    const runs = await runsOf(owner, automation);
    expect(new Set(runs.map(({ cardId }) => cardId)).size).toBe(12);
    expect(runs).toHaveLength(12);
  });

  it("reads only the cards whose date may arrive", async () => {
    const { owner, type, actions, clock, card, field, pass } = await world();
    const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "before", amount: 1, unit: "weeks" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    for (const days of [-400, -30, 0, 2, 30, 400]) await card(`In ${days} days`, { [field.visit]: day(days) });
    await card("In nine days", { [field.visit]: day(9) });
    pass(3 * dayMs);
    expect(await lookFor(owner, automation.id, { runMs: 60_000 })).toBe(1);
    expect(await runsOf(owner, automation)).toHaveLength(1);
  });

  it("is cut short when its time is over, also among cards whose date does not arrive, and goes on behind them", async () => {
    const { owner, type, actions, clock, card, field, pass } = await world();
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "on", isYearly: true, at: "03:00" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
    for (let count = 0; count < 7; count++) await card(`Another ${count}`, { [field.visit]: day(100 + count) });
    await card("Dana", { [field.visit]: day(2) });
    pass(3 * dayMs);
    const look = () => lookFor(owner, automation.id, { runMs: 3_000 });
    const read = [];
    for (let looks = 0; looks < 9; looks++) read.push(await look());
    expect(Math.max(...read)).toBe(3);
    expect((await runsOf(owner, automation)).map(({ cardName }) => cardName)).toEqual(["Dana"]);
    // Even if there is no time at all.
    const { id } = await card("Noa", { [field.visit]: day(1) });
    pass(2 * dayMs);
    for (let looks = 0; looks < 12; looks++) await lookFor(owner, automation.id, { runMs: 0 });
    expect((await runsOf(owner, automation)).map(({ cardId }) => cardId)).toContain(id);
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
