import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { definitionOf, published, the } from "./automations.fixture.ts";
import { memberWith, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const button = (label: string) => ({ kind: "buttonClicked", label });

describe("the buttons of a card", () => {
  it("are those of published, enabled automations whose type and conditions it meets; no others can be pressed", async () => {
    const { owner, type, field, actions, card } = await world();
    const other = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Other", pluralName: "Others", hue: "slate", fields: [] },
    });
    const steps = [actions.notify];
    const shown = await published(owner, type.id, { trigger: button("Published"), actions: steps });
    const drafted = definitionOf({ trigger: button("Drafted"), actions: steps });
    await owner.call(the("automations.update"), { automationId: shown.id, definition: drafted });
    const off = await published(owner, type.id, { trigger: button("Off"), actions: steps });
    await owner.call(the("automations.switch"), { automationId: off.id, isOn: false });
    const draft = await owner.call(the("automations.create"), { cardTypeId: type.id, name: "Draft", definition: drafted });
    const elsewhere = await published(owner, other.id, { trigger: button("Elsewhere"), actions: steps });
    const filter = { fieldId: field.note, operator: "EXISTS" } as const;
    const unmet = await published(owner, type.id, { trigger: button("Unmet"), filter, actions: steps });
    const { id: cardId } = await card("Dana");
    expect(await owner.call(the("automations.buttons"), { cardId })).toEqual([
      { automationId: shown.id, label: "Published", question: "" },
    ]);
    for (const { id: automationId } of [off, draft, elsewhere, unmet])
      await expect(owner.call(the("automations.press"), { automationId, cardId })).rejects.toMatchObject({
        code: automationId === unmet.id ? "CONFLICT" : "NOT_FOUND",
      });
    await owner.call(named(cardProcedures, "cards.remove"), { cardId });
    await expect(owner.call(the("automations.press"), { automationId: shown.id, cardId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("can be pressed only by those who may change the card", async () => {
    const { owner, type, actions, card } = await world();
    const { id: automationId } = await published(owner, type.id, { trigger: button("Go"), actions: [actions.notify] });
    const { id: cardId } = await card("Dana");
    const press = { automationId, cardId };
    const reader = await memberWith(owner, { "CARDS.read": "ORGANIZATION", "AUTOMATION.update": "ORGANIZATION" });
    await expect(reader.call(the("automations.press"), press)).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const ofOthers = await memberWith(owner, { "CARDS.read": "USER", "CARDS.update": "ORGANIZATION" });
    await expect(ofOthers.call(the("automations.press"), press)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(ofOthers.call(the("automations.buttons"), { cardId })).rejects.toMatchObject({ code: "NOT_FOUND" });
    const editor = await memberWith(owner, { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" });
    expect(await editor.call(the("automations.press"), press)).toEqual({ runId: expect.stringMatching(/^run_/) });
  });
});

describe("the list of automations", () => {
  it("covers all card types or one, and includes each automation's problems", async () => {
    const { owner, type, actions } = await world();
    const other = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Other", pluralName: "Others", hue: "slate", fields: [] },
    });
    const here = await published(owner, type.id, { actions: [actions.notify] });
    const definition = definitionOf({ actions: [actions.changeField] });
    const there = await owner.call(the("automations.create"), { cardTypeId: other.id, name: "There", definition });
    const idsOf = async (input: { cardTypeId?: `typ_${string}` }) =>
      (await owner.call(the("automations.list"), input)).map(({ id, problems }) => [id, problems.length]);
    expect(await idsOf({})).toEqual([
      [here.id, 0],
      [there.id, 1],
    ]);
    expect(await idsOf({ cardTypeId: other.id })).toEqual([[there.id, 1]]);
  });
});
