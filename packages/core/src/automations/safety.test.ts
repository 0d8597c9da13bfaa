import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { onTheBrink, published, runsOf, the } from "./automations.fixture.ts";
import { KartisError } from "../kernel/error.ts";
import { noticesOfAutomations } from "./notices.ts";
import { mostOpenRuns } from "./rules.ts";
import { world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

describe("a storm", () => {
  it("switches the automation off, and it can be switched on again", async () => {
    const { owner, type, actions, clock, card, noteOf, pass } = await world();
    const automation = await published(owner, type.id, { actions: [actions.changeField] });
    await onTheBrink(owner, automation, pass);
    const { id: cardId } = await card("One too many");
    await settleAutomations(owner.orgId, clock);
    const automationId = automation.id;
    expect(await owner.call(the("automations.get"), { automationId })).toMatchObject({ isOn: false, stopReason: "storm" });
    expect(await runsOf(owner, automation)).toMatchObject([
      { cardId, state: "skipped", steps: [{ stepId: "start", message: "automations.skipped.storm" }] },
    ]);
    expect(await noteOf(cardId)).toBeUndefined();
    expect(await owner.call(the("automations.switch"), { automationId, isOn: true })).toMatchObject({
      isOn: true,
      stopReason: null,
    });
  });

  it("does not count cards that do not meet the conditions, nor further attempts at a first step", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const filter = { fieldId: "name", operator: "EQUAL", value: "Dana" } as const;
    const automation = await published(owner, type.id, { filter, actions: [actions.createTask] });
    await onTheBrink(owner, automation, pass);
    await card("Another");
    await settleAutomations(owner.orgId, clock);
    const isOn = async () => (await owner.call(the("automations.get"), { automationId: automation.id })).isOn;
    expect(await isOn()).toBe(true);
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["skipped"]);
    // In a window of its own: this one is the last that may run.
    await onTheBrink(owner, automation, pass, 1);
    await card("Dana");
    await startAll(owner.orgId, clock);
    const busy = () => Promise.resolve({ call: () => Promise.reject(new KartisError("SERVICE_UNAVAILABLE")) });
    for (let tries = 0; tries < 2; tries++) {
      await runDue(owner.orgId, clock, busy);
      pass(150_000);
    }
    await runDue(owner.orgId, clock);
    expect(await isOn()).toBe(true);
    expect((await runsOf(owner, automation))[0]).toMatchObject({ state: "done", failedAttempts: [{}, {}] });
  });

  it("stops nothing any more once the automation was published anew or switched on again; what is left of it is skipped", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const automation = await published(owner, type.id, { actions: [actions.changeField] });
    const automationId = automation.id;
    await onTheBrink(owner, automation, pass);
    const again = async () => {
      await card("One too many");
      await startAll(owner.orgId, clock);
      pass(1_000);
    };
    await again();
    await owner.call(the("automations.switch"), { automationId, isOn: false });
    await owner.call(the("automations.switch"), { automationId, isOn: true });
    await runDue(owner.orgId, clock);
    const { version, isOn } = await owner.call(the("automations.get"), { automationId });
    expect(isOn).toBe(true);
    await again();
    await owner.call(the("automations.publish"), { automationId, expectedVersion: version });
    await runDue(owner.orgId, clock);
    expect((await owner.call(the("automations.get"), { automationId })).isOn).toBe(true);
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["skipped", "skipped"]);
  });
});

describe("too many open runs of one automation on a card", () => {
  it("make its button refuse further presses", async () => {
    const { owner, type, actions, card } = await world();
    const trigger = { kind: "buttonClicked", label: "Go" } as const;
    const { id: automationId } = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    const { id: cardId } = await card("Dana");
    for (let count = 0; count < mostOpenRuns; count++) await owner.call(the("automations.press"), { automationId, cardId });
    await expect(owner.call(the("automations.press"), { automationId, cardId })).rejects.toThrow(
      "automations.skipped.tooManyOpen",
    );
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
