import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { Filter } from "../cards/query/schema.ts";
import { updateUnrecorded } from "../data/recording.ts";
import { automationEntity, versionEntity } from "./entity.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { stopAutomation } from "./engine/stop.ts";
import { dayMs, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const button = { kind: "buttonClicked", label: "Go" };

describe("conditions that do not fit their field", () => {
  const wrong = (note: string, visit: string): readonly Filter[] => [
    { fieldId: note, operator: "EQUAL", value: true },
    { fieldId: note, operator: "GREATER_THAN", value: "a" },
    { fieldId: note, operator: "IN", value: ["a", null] },
    { fieldId: note, operator: "CONTAINS" },
    { fieldId: visit, operator: "BETWEEN", value: ["2030-01-01"] },
    { fieldId: visit, operator: "EQUAL", value: "soon" },
    { fieldId: "createdAt", operator: "GREATER_THAN", value: 5 },
    { all: [{ fieldId: note, operator: "EXISTS" }, { any: [{ fieldId: note, operator: "EQUAL", value: null }] }] },
  ];

  it("cannot be published, not even in a branch; fitting ones can", async () => {
    const { owner, type, field, actions } = await world();
    const { note, visit } = field;
    for (const filter of wrong(note, visit)) {
      await expect(published(owner, type.id, { filter, actions: [actions.notify] })).rejects.toThrow("automations.problem.some");
      const steps = [{ id: "b", kind: "branch", filter, met: [], unmet: [] }];
      await expect(published(owner, type.id, { steps })).rejects.toThrow("automations.problem.some");
    }
    const fitting: readonly Filter[] = [
      { fieldId: note, operator: "CONTAINS", value: "a" },
      { fieldId: note, operator: "NOT_EXISTS" },
      { fieldId: "status", operator: "NOT_IN", value: ["opt_won"] },
      { fieldId: visit, operator: "NOT_BETWEEN", value: ["2030-01-01", "2030-02-01"] },
      { fieldId: "createdAt", operator: "GREATER_THAN", value: "2030-01-01" },
      { fieldId: "updatedAt", operator: "LESS_THAN", value: "2030-01-01T10:00:00.000Z" },
    ];
    expect(await published(owner, type.id, { filter: { all: fitting }, actions: [actions.notify] })).toMatchObject({
      isOn: true,
    });
  });

  it("that no longer fit stop only their own automation, and hide only their own button", async () => {
    const { owner, type, field, actions, clock, card, noteOf, pass } = await world();
    const filter = { fieldId: field.note, operator: "EQUAL", value: "x" } as const;
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const daily = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const bad = await Promise.all([
      published(owner, type.id, { filter, actions: [actions.notify] }),
      published(owner, type.id, { filter, trigger: daily, actions: [actions.notify] }),
    ]);
    const unseen = await published(owner, type.id, { filter, trigger: button, actions: [actions.notify] });
    await published(owner, type.id, { actions: [actions.changeField] });
    const seen = await published(owner, type.id, { trigger: button, actions: [actions.notify] });
    // As if the field's type had changed since.
    for (const { id: automationId } of [...bad, unseen]) {
      const live = definitionOf({ filter: { ...filter, value: true }, ...(await definedBy(automationId)) });
      await updateUnrecorded(automationEntity().patch({ orgId: owner.orgId, automationId }).set({ live }).params(), "erasure");
      const version = versionEntity().patch({ orgId: owner.orgId, automationId, number: 1 }).set({ definition: live });
      await updateUnrecorded(version.params(), "erasure");
    }
    async function definedBy(automationId: `aut_${string}`) {
      const { definition } = await owner.call(the("automations.get"), { automationId });
      return { trigger: definition.trigger, steps: definition.steps };
    }
    const { id: cardId } = await card("Dana");
    expect((await owner.call(the("automations.buttons"), { cardId })).map(({ automationId }) => automationId)).toEqual([seen.id]);
    await expect(owner.call(the("automations.press"), { cardId, automationId: unseen.id })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await settleAutomations(owner.orgId, clock);
    pass(dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await noteOf(cardId)).toBe("seen");
    for (const { id: automationId } of bad)
      expect(await owner.call(the("automations.get"), { automationId })).toMatchObject({ isOn: false, stopReason: "broken" });
  });

  it("on a deleted field stop a scheduled automation, instead of failing every minute", async () => {
    const { owner, type, field, actions, clock, card, pass } = await world();
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const filter = { fieldId: field.visit, operator: "NOT_EXISTS" } as const;
    const automation = await published(owner, type.id, { trigger, filter, actions: [actions.notify] });
    const [lead] = (await owner.call(named(cardProcedures, "cards.types"), {})).filter(({ id }) => id === type.id);
    await owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
      typeId: type.id,
      expectedVersion: lead?.version ?? 0,
      fields: lead?.fields.filter(({ id }) => id !== field.visit) ?? [],
    });
    await card("Dana");
    pass(dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({ stopReason: "broken" });
    expect(await runsOf(owner, automation)).toEqual([]);
  });
});

describe("a definition", () => {
  const setting = (field: string, value: unknown) => ({ kind: "changeField", how: "set", fieldId: field, value });

  it("of the largest accepted size can be published, changed and stopped; a larger one is refused as too large", async () => {
    const { owner, type, actions, clock } = await world();
    const of = (letter: string, tens: number) =>
      definitionOf({
        actions: Array.from({ length: 2 * tens }, () => ({ ...actions.createTask, description: letter.repeat(4_800) })),
      });
    const create = (tens: number) =>
      owner.call(the("automations.create"), { cardTypeId: type.id, name: "Long", definition: of("v", tens) });
    const { id: automationId } = await create(15);
    await owner.call(the("automations.publish"), { automationId });
    await owner.call(the("automations.update"), { automationId, definition: of("w", 15) });
    await stopAutomation({ orgId: owner.orgId, id: automationId }, "rights", clock);
    expect(await owner.call(the("automations.get"), { automationId })).toMatchObject({ isOn: false, stopReason: "rights" });
    await expect(create(16)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { definition: "automations.problem.tooLarge" } },
    });
  });

  it.each([[1e300], [2 ** 60], [1e-200], [[1, [{ deep: 1e300 }]]]])("with the unstorable number %j is refused", async (value) => {
    const { owner, type, field } = await world();
    for (const action of [
      setting(field.note, value),
      { kind: "createCard", typeId: type.id, name: "New", fields: { [field.note]: value } },
    ]) {
      const steps = [{ id: "s", kind: "action", action }];
      const given = {
        cardTypeId: type.id,
        name: "Test",
        definition: { trigger: { kind: "cardCreated" }, filter: null, steps },
      };
      const { code } = await the("automations.create")
        .call(given, await owner.context())
        .then(
          () => ({ code: "none" }),
          (error: { code: string }) => error,
        );
      expect(code).toBe("INVALID_INPUT");
    }
  });

  it("is validated in nested branches too", async () => {
    const { owner, type, field } = await world();
    const filter = { fieldId: field.note, operator: "EXISTS" };
    const branch = (id: string, unmet: readonly object[]) => ({ id, kind: "branch", filter, met: [], unmet });
    const steps = [branch("a", [branch("b", [{ id: "s", kind: "action", action: setting("gone", "x") }])])];
    await expect(published(owner, type.id, { steps })).rejects.toMatchObject({
      details: { fields: { "definition.steps.s.fieldId": "automations.problem.field" } },
    });
  });

  it("with too long a duration is refused with the matching message", async () => {
    const { owner, type } = await world();
    const steps = [{ id: "w", kind: "wait", wait: { amount: 20, unit: "years" } }];
    const given = { cardTypeId: type.id, name: "Test", definition: { trigger: { kind: "cardCreated" }, filter: null, steps } };
    await expect(the("automations.create").call(given, await owner.context())).rejects.toMatchObject({
      details: { fields: { "definition.steps.0.wait.amount": "automations.problem.tooLong" } },
    });
  });

  it("is dry-run step by step, without mixing up problems of steps whose ids share a prefix", async () => {
    const { owner, type, actions, card } = await world();
    const { id: cardId } = await card("Dana");
    const definition = definitionOf({
      steps: [
        { id: "s1", kind: "action", action: actions.changeField },
        { id: "s10", kind: "action", action: setting("gone", "x") },
      ],
    });
    const { steps } = await owner.call(the("automations.try"), { cardId, cardTypeId: type.id, definition });
    expect(steps.map(({ stepId, state }) => [stepId, state])).toEqual([
      ["s1", "would"],
      ["s10", "failed"],
    ]);
  });
});
