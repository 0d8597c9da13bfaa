import { settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { undoProcedures } from "../undo/index.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { simulated } from "./simulation/simulation.fixture.ts";

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
let field: Readonly<Record<string, string>>;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ template: "empty" });
  const tags = { options: ["a", "b", "c"].map((label) => ({ id: `opt_${label}`, label, hue: "slate" as const })) };
  const made = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "slate",
      fields: [
        { label: "Tags", type: "multiSelect", ...tags },
        { label: "Partners", type: "cardRelation", relation: { typeIds: [], many: true } },
        { label: "Firm", type: "cardRelation", relation: { typeIds: [], many: false } },
        { label: "Note", type: "text" },
      ],
    },
  });
  typeId = made.id;
  field = Object.fromEntries(made.fields.map(({ label, id }) => [label, id]));
});
afterAll(() => backend.close());

const id = (name: string): string => field[name] ?? expect.fail(name);
const change = (how: "add" | "remove", name: string, value: unknown) => ({
  kind: "changeField",
  how,
  fieldId: id(name),
  value,
});
const button = { kind: "buttonClicked", label: "Go" };
const settle = () => settleAutomations(owner.orgId, owner.clock);
const card = (fields: object = {}) =>
  owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Deal", ...fields } });
const valueOf = async (cardId: CardId, name: string) =>
  (await owner.call(named(cardProcedures, "cards.get"), { id: cardId })).fields[id(name)];
const update = named(cardProcedures, "cards.update");

/** Publishes an automation with a button and presses it on the card. */
async function pressed(cardId: CardId, action: object) {
  const automation = await published(owner, typeId, { trigger: button, actions: [action] });
  await owner.call(the("automations.press"), { automationId: automation.id, cardId });
  return automation;
}

describe("a step that adds to a field", () => {
  it("adds what is missing, keeps the rest, and is undone with its run", async () => {
    const { id: cardId } = await card({ [id("Tags")]: ["opt_b", "opt_c"] });
    const automation = await pressed(cardId, change("add", "Tags", ["opt_a", "opt_b"]));
    await settle();
    expect(await valueOf(cardId, "Tags")).toEqual(["opt_a", "opt_b", "opt_c"]);
    const [run] = await runsOf(owner, automation);
    const ref = { automationId: automation.id, runId: run?.id ?? expect.fail("no run") };
    const { changes, steps } = await owner.call(the("automations.run"), ref);
    const recordId = steps[0]?.recordId ?? expect.fail("nothing recorded");
    expect(changes[recordId]).toMatchObject({
      before: { [id("Tags")]: ["opt_b", "opt_c"] },
      after: { [id("Tags")]: ["opt_a", "opt_b", "opt_c"] },
    });
    await owner.call(named(undoProcedures, "changes.undo"), { recordId });
    expect(await valueOf(cardId, "Tags")).toEqual(["opt_b", "opt_c"]);
  });

  it("changes nothing where everything is there already", async () => {
    const { id: cardId, version } = await card({ [id("Tags")]: ["opt_a", "opt_c"] });
    const automation = await pressed(cardId, change("add", "Tags", ["opt_c"]));
    await settle();
    expect((await runsOf(owner, automation))[0]).toMatchObject({ state: "done", steps: [{ state: "done", recordId: null }] });
    expect((await owner.call(named(cardProcedures, "cards.get"), { id: cardId })).version).toBe(version);
  });

  it("keeps what others add meanwhile, and what each of several runs adds", async () => {
    const { id: cardId } = await card();
    await Promise.all([
      owner.call(update, { cardId, add: { [id("Tags")]: ["opt_a"] } }),
      owner.call(update, { cardId, add: { [id("Tags")]: ["opt_b"] } }),
      owner.call(update, { cardId, add: { [id("Tags")]: ["opt_c"] } }),
    ]);
    expect(await valueOf(cardId, "Tags")).toEqual(["opt_a", "opt_b", "opt_c"]);
  });

  it("links further cards, which are each there once", async () => {
    const [one, other] = [await card(), await card()];
    const { id: cardId } = await card({ [id("Partners")]: [one.id] });
    await startAll(owner.orgId, owner.clock);
    await pressed(cardId, change("add", "Partners", [other.id, one.id]));
    await settle();
    expect(await valueOf(cardId, "Partners")).toEqual([one.id, other.id]);
    await pressed(cardId, change("remove", "Partners", [one.id]));
    await settle();
    expect(await valueOf(cardId, "Partners")).toEqual([other.id]);
  });
});

describe("a step that takes out of a field", () => {
  it("leaves the rest, and a field that it empties has no value", async () => {
    const { id: cardId } = await card({ [id("Tags")]: ["opt_a", "opt_b"] });
    await pressed(cardId, change("remove", "Tags", ["opt_a", "opt_c"]));
    await settle();
    expect(await valueOf(cardId, "Tags")).toEqual(["opt_b"]);
    await pressed(cardId, change("remove", "Tags", ["opt_b"]));
    await settle();
    expect(await valueOf(cardId, "Tags")).toBeUndefined();
  });
});

describe("settings", () => {
  const problemsOf = async (action: object) => {
    const definition = definitionOf({ trigger: button, actions: [action] });
    return (await owner.call(the("automations.create"), { cardTypeId: typeId, name: "Test", definition })).problems;
  };

  it.each(["add", "remove"] as const)("to %s are refused for a field that holds one value", async (how) => {
    for (const name of ["Note", "Firm"])
      expect(await problemsOf(change(how, name, ["x"]))).toEqual([
        { path: "steps.s1.fieldId", message: "automations.problem.oneValue" },
      ]);
    expect(await problemsOf(change(how, "Tags", ["opt_a"]))).toEqual([]);
  });

  it("are refused for options that no longer exist, and without a value", async () => {
    expect(await problemsOf(change("add", "Tags", ["opt_a", "opt_gone"]))).toEqual([
      { path: "steps.s1.value", message: "validation.enum" },
    ]);
    expect(() => definitionOf({ actions: [change("add", "Tags", [])] })).toThrow("automations.problem.chooseValue");
  });
});

it("a dry run and a simulation foresee the whole list", async () => {
  const { id: cardId } = await card({ [id("Tags")]: ["opt_b"] });
  const actions = [change("add", "Tags", ["opt_c"]), change("remove", "Tags", ["opt_b"])];
  const definition = definitionOf({ trigger: button, actions });
  const { steps } = await owner.call(the("automations.try"), { cardId, cardTypeId: typeId, definition });
  expect(steps).toMatchObject([
    { state: "would", input: { add: { [id("Tags")]: ["opt_c"] } } },
    { state: "would", input: { remove: { [id("Tags")]: ["opt_b"] } } },
  ]);
  const automation = await published(owner, typeId, { trigger: { kind: "cardCreated" }, actions });
  const { runs } = await simulated(owner, automation.id);
  const foreseen = runs.find((run) => run.cardId === cardId) ?? expect.fail("not foreseen");
  expect(foreseen.steps.map(({ before, after }) => [before, after])).toEqual([
    [{ [id("Tags")]: ["opt_b"] }, { [id("Tags")]: ["opt_b", "opt_c"] }],
    [{ [id("Tags")]: ["opt_b", "opt_c"] }, { [id("Tags")]: ["opt_c"] }],
  ]);
  await owner.call(the("automations.remove"), { automationId: automation.id });
});

describe("a change of a card", () => {
  it("refuses lists for fields that have none, and a field that is set as well", async () => {
    const { id: cardId } = await card();
    const refused = (given: object) => expect(owner.call(update, { cardId, ...given })).rejects;
    await refused({ add: { [id("Note")]: ["x"] } }).toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { [id("Note")]: "validation.oneValue" } },
    });
    await refused({ add: { [id("Tags")]: ["opt_gone"] } }).toMatchObject({
      details: { fields: { [id("Tags")]: "validation.enum" } },
    });
    await refused({ remove: { fld_none: ["x"] } }).toMatchObject({
      details: { fields: { fld_none: "validation.unknownField" } },
    });
    await refused({ fields: { [id("Tags")]: ["opt_a"] }, add: { [id("Tags")]: ["opt_b"] } }).toMatchObject({
      details: { fields: { [id("Tags")]: "validation.setAndListed" } },
    });
  });
});
