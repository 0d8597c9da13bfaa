import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { simulated } from "./simulation/simulation.fixture.ts";
import { memberWith, world } from "./world.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
let firm: { readonly id: CardTypeId; readonly city: string; readonly worth: string };
let deal: { readonly id: CardTypeId; readonly firms: string; readonly any: string; readonly note: string; readonly size: string };
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** Leads have no relations; firms have a city, and deals lead to firms, and to cards of any type. */
beforeEach(async () => {
  of = await world();
  const create = named(cardTypeProcedures, "cardTypes.create");
  const made = async (name: string, fields: readonly object[]) => {
    const draft = { name, pluralName: `${name}s`, hue: "slate", fields };
    const type = await of.owner.call(create, { draft } as never);
    return { id: type.id, idOf: (label: string) => type.fields.find((field) => field.label === label)?.id ?? "" };
  };
  const firms = await made("Firm", [
    { label: "City", key: "city", type: "text" },
    { label: "Worth", key: "worth", type: "currency", currency: "ILS" },
  ]);
  firm = { id: firms.id, city: firms.idOf("City"), worth: firms.idOf("Worth") };
  const deals = await made("Deal", [
    { label: "Firms", key: "firms", type: "cardRelation", relation: { typeIds: [firm.id], many: true } },
    { label: "Any", key: "any", type: "cardRelation", relation: { typeIds: [], many: true } },
    { label: "Note", key: "note", type: "text" },
    { label: "Size", key: "size", type: "number" },
  ]);
  deal = { id: deals.id, firms: deals.idOf("Firms"), any: deals.idOf("Any"), note: deals.idOf("Note"), size: deals.idOf("Size") };
});

const call = <Name extends (typeof cardProcedures)[number]["name"]>(name: Name) => named(cardProcedures, name);
const card = async (typeId: CardTypeId, fields: object): Promise<CardId> =>
  (await of.owner.call(call("cards.create"), { typeId, fields: { name: "Card", ...fields } })).id;
const update = (cardId: CardId, fields: object) => of.owner.call(call("cards.update"), { cardId, fields: { ...fields } });
const noteOf = async (id: CardId) => (await of.owner.call(call("cards.get"), { id })).fields[deal.note];
const write = (text: string) => ({ kind: "changeField", how: "write", fieldId: deal.note, text });
const settle = () => settleAutomations(of.owner.orgId, of.clock);
const noted = async (text: string, fields: object, person = of.owner) => {
  const automation = await published(person, deal.id, { actions: [write(text)] });
  const id = await card(deal.id, fields);
  await settle();
  await of.owner.call(the("automations.remove"), { automationId: automation.id });
  return noteOf(id);
};

describe("texts about related cards", () => {
  it("have the values of the first, in the order of the field, and the names of all", async () => {
    const one = await card(firm.id, { name: "Acme", [firm.city]: "Haifa", [firm.worth]: 122_680 });
    const other = await card(firm.id, { name: "Beta", [firm.city]: "Eilat" });
    const text = "{{ related.firms.name }}: {{ related.firms.city }}, {{ related.firms.worth | unknown }}";
    expect(await noted(text, { [deal.firms]: [one, other] })).toBe("Acme and Beta: Haifa, ₪\u00a01,226.80");
    expect(await noted(text, { [deal.firms]: [other, one] })).toBe("Beta and Acme: Eilat, unknown");
    expect(await noted("In {{ related.firms.city | nowhere }}", {})).toBe("In nowhere");
  });

  it("have those of the first card whose type has the field, where a relation leads to any type", async () => {
    const lead = (await of.card("Dana", { [of.field.email]: "dana@x.example" })).id;
    const one = await card(firm.id, { name: "Acme", [firm.city]: "Haifa" });
    const text = "{{ related.any.city }} {{ related.any.email }} {{ related.any.name }}";
    expect(await noted(text, { [deal.any]: [lead, one] })).toBe("Haifa dana@x.example Dana and Acme");
  });

  it("have no values of cards in the trash, and of a merged card those of the one that it became", async () => {
    const [one, other, gone] = [
      await card(firm.id, { name: "Acme", [firm.city]: "Haifa" }),
      await card(firm.id, { name: "Acme Ltd", [firm.city]: "Eilat" }),
      await card(firm.id, { name: "Gone", [firm.city]: "Ramla" }),
    ];
    const id = await card(deal.id, { [deal.firms]: [gone, other, one] });
    await of.owner.call(call("cards.remove"), { cardId: gone });
    await of.owner.call(call("cards.merge"), { survivorId: one, otherIds: [other] });
    const actions = [write("{{ related.firms.name }} {{ related.firms.city }}")];
    const { id: automationId } = await published(of.owner, deal.id, { trigger: { kind: "buttonClicked", label: "Go" }, actions });
    await of.owner.call(the("automations.press"), { automationId, cardId: id });
    await settle();
    expect(await noteOf(id)).toBe("Acme Haifa");
  });

  it("have no values of cards that the publisher may not read", async () => {
    const grants = {
      "AUTOMATION.read": "ORGANIZATION",
      "AUTOMATION.create": "ORGANIZATION",
      "AUTOMATION.update": "ORGANIZATION",
    } as const;
    const member = await memberWith(of.owner, { ...grants, "CARDS.read": "USER", "CARDS.update": "USER" });
    const [hidden, shown] = [
      await card(firm.id, { name: "Hidden", [firm.city]: "Haifa" }),
      await card(firm.id, { name: "Shown", [firm.city]: "Eilat", owner: member.userId }),
    ];
    const text = "{{ related.firms.name }} {{ related.firms.city | nowhere }}";
    const own = { owner: member.userId };
    expect(await noted(text, { ...own, [deal.firms]: [hidden, shown] }, member)).toBe("Shown Eilat");
    expect(await noted(text, { ...own, [deal.firms]: [hidden] }, member)).toBe("nowhere");
  });

  it("are about the card that a step for each related card is executed for", async () => {
    const one = await card(firm.id, { name: "Acme", [firm.city]: "Haifa" });
    await card(deal.id, { name: "Roof", [deal.firms]: [one] });
    const inner = [{ id: "w", kind: "action", action: write("{{ card.name }} in {{ related.firms.city }}") }];
    const steps = [{ id: "each", kind: "forEach", relatedTypeId: deal.id, filter: null, steps: inner }];
    const button = { kind: "buttonClicked", label: "Go" };
    const { id: automationId } = await published(of.owner, firm.id, { trigger: button, steps });
    await settle();
    await of.owner.call(the("automations.press"), { automationId, cardId: one });
    await settle();
    const { rows } = await of.owner.call(call("cards.search"), { cardTypeId: deal.id, limit: 10 });
    expect(rows.map(({ fields }) => fields[deal.note])).toEqual(["Roof in Haifa"]);
  });
});

describe("what a text names", () => {
  const problemsOf = async (typeId: CardTypeId, action: object) => {
    const definition = definitionOf({ actions: [action] });
    return (await of.owner.call(the("automations.create"), { cardTypeId: typeId, name: "Test", definition })).problems;
  };

  it("is checked when it is saved", async () => {
    for (const path of ["related.firms.town", "related.firm.city", "related.note.city", "related.firms", "related.firms.city.x"])
      expect(await problemsOf(deal.id, write(`{{ ${path} }}`)), path).toEqual([
        { path: "steps.s1.text", message: "validation.template.variable", about: path },
      ]);
    expect(await problemsOf(deal.id, write("{{ related.firms.city }} {{ related.any.email }}"))).toEqual([]);
    const formula = "{{ related.firms.worth }} + 1";
    expect(await problemsOf(deal.id, { kind: "changeField", how: "calculate", fieldId: deal.size, formula })).toEqual([
      { path: "steps.s1.formula", message: "automations.problem.notNumber", about: "related.firms.worth" },
    ]);
  });

  it("and is deleted later, stops the automation at its step", async () => {
    const automation = await published(of.owner, deal.id, { actions: [write("{{ related.firms.city }}")] });
    const types = await of.owner.call(call("cards.types"), {});
    const { fields, version } = types.find(({ id }) => id === firm.id) ?? expect.fail("no type");
    await of.owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
      typeId: firm.id,
      expectedVersion: version,
      fields: fields.filter(({ id }) => id !== firm.city),
    });
    await card(deal.id, {});
    await settle();
    expect(await of.owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({
      isOn: false,
      stopReason: "broken",
    });
    expect((await runsOf(of.owner, automation))[0]).toMatchObject({
      state: "failed",
      steps: [{ stepId: "s1", message: "validation.template.variable" }],
    });
  });
});

it("a dry run has the values of now, and a simulation those of the moment", async () => {
  const one = await card(firm.id, { name: "Acme", [firm.city]: "Haifa" });
  const calm = await card(firm.id, { name: "Calm", [firm.city]: "Ramla" });
  const actions = [write("{{ related.firms.name }} {{ related.firms.city }}")];
  of.pass(60_000);
  const first = await card(deal.id, { name: "First", [deal.firms]: [one] });
  of.pass(60_000);
  await update(one, { [firm.city]: "Eilat" });
  of.pass(60_000);
  const second = await card(deal.id, { name: "Second", [deal.firms]: [one, calm] });
  of.pass(60_000);
  await update(one, { name: "Acme Ltd", [firm.city]: "Jaffa" });
  await update(second, { [deal.firms]: [calm] });
  const definition = definitionOf({ actions });
  const tried = await of.owner.call(the("automations.try"), { cardId: first, cardTypeId: deal.id, definition });
  expect(tried.steps).toMatchObject([{ state: "would", input: { fields: { [deal.note]: "Acme Ltd Jaffa" } } }]);
  const { id } = await of.owner.call(the("automations.create"), { cardTypeId: deal.id, name: "Test", definition });
  const { runs } = await simulated(of.owner, id, { versions: ["draft"] });
  const said = (cardId: CardId) => runs.find((run) => run.cardId === cardId)?.steps.map(({ after }) => after?.[deal.note]);
  expect(said(first)).toEqual(["Acme Haifa"]);
  expect(said(second)).toEqual(["Acme and Calm Eilat"]);
});
