import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../../cards/index.ts";
import type { CardId, CardTypeId } from "../../kernel/id.ts";
import { definitionOf, published, runsOf, the } from "../automations.fixture.ts";
import { countId } from "../conditions/subject.ts";
import { world } from "../world.fixture.ts";
import { findOperation } from "../../operations/index.ts";
import { runSimulation } from "./run.ts";
import { shownRelated } from "./schema.ts";
import { simulated } from "./simulation.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
let deals: { readonly id: CardTypeId; readonly remark: string; readonly lead: string };
beforeAll(async () => {
  backend = await startBackend();
  of = await world();
  const fields = [
    { label: "Remark", type: "text" as const },
    { label: "Lead", type: "cardRelation" as const, relation: { typeIds: [of.type.id], many: true } },
  ];
  const draft = { name: "Deal", pluralName: "Deals", hue: "slate" as const, fields };
  const made = await of.owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
  const idOf = (label: string) => made.fields.find((field) => field.label === label)?.id ?? "";
  deals = { id: made.id, remark: idOf("Remark"), lead: idOf("Lead") };
});
afterAll(() => backend.close());

const call = <Name extends (typeof cardProcedures)[number]["name"]>(name: Name) => named(cardProcedures, name);
const deal = async (name: string, leadId: CardId) =>
  (await of.owner.call(call("cards.create"), { typeId: deals.id, fields: { name, [deals.lead]: [leadId] } })).id;
const turn = (cardId: CardId, status: string) => of.owner.call(call("cards.update"), { cardId, fields: { status } });
const settle = () => settleAutomations(of.owner.orgId, of.clock);
const drafted = (definition: object) =>
  of.owner.call(the("automations.create"), { cardTypeId: of.type.id, name: "Simulated", definition: definition as never });

describe("related cards in a simulation", () => {
  it("are those of the moment, through merges too", async () => {
    const { owner, type, actions } = of;
    const filter = { fieldId: countId(deals.id), operator: "EQUAL" as const, value: 1 };
    const given = { trigger: { kind: "statusChanged" }, filter, actions: [actions.changeField] };
    const automation = await published(owner, type.id, given);
    const [kept, merged] = [(await of.card("Kept", { status: "opt_new" })).id, (await of.card("Merged")).id];
    await deal("Of the one to be merged", merged);
    const statuses = ["opt_won", "opt_new", "opt_won", "opt_new", "opt_won"];
    const between: readonly (() => Promise<unknown>)[] = [
      () => Promise.resolve(),
      () => owner.call(call("cards.merge"), { survivorId: kept, otherIds: [merged] }),
      () => deal("Another", kept),
      () => owner.call(call("cards.remove"), { cardId: secondDeal }),
      () => Promise.resolve(),
    ];
    let secondDeal: CardId = kept;
    for (const [at, status] of statuses.entries()) {
      const made = await between[at]?.();
      if (at === 2) secondDeal = made as CardId; // of `deal`
      await turn(kept, status);
      await settle();
    }
    const real = (await runsOf(owner, automation)).filter(({ cardId, state }) => cardId === kept && state === "done");
    const { runs } = await simulated(owner, automation.id);
    expect(real).toHaveLength(3);
    const causes = (some: readonly { readonly recordId: string | null }[]) =>
      some.map(({ recordId }) => recordId ?? "").toSorted();
    expect(causes(runs.filter(({ cardId }) => cardId === kept))).toEqual(causes(real));
    await owner.call(the("automations.remove"), { automationId: automation.id });
  });

  it("are all gone through, of which the first are listed, for those who still see them", async () => {
    const { owner } = of;
    const { id: leadId } = await of.card("Dana", { status: "opt_new" });
    const ids: CardId[] = [];
    for (const name of ["A", "B", "C", "D", "E", "F", "G"]) ids.push(await deal(name, leadId));
    await turn(leadId, "opt_won");
    const remark = { kind: "changeField", how: "write", fieldId: deals.remark, text: "of {{ card.name }}" };
    const inner = [{ id: "remark", kind: "action", action: remark }];
    const steps = [
      { id: "each", kind: "forEach", relatedTypeId: deals.id, filter: null, steps: inner },
      { id: "after", kind: "action", action: of.actions.changeField },
    ];
    const filter = { fieldId: "name", operator: "EQUAL", value: "Dana" };
    const { id } = await drafted({ trigger: { kind: "statusChanged" }, filter, steps });
    const { operationId } = await owner.call(the("automations.simulate"), { automationId: id, versions: ["draft"], days: 7 });
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail();
    await runSimulation(operation, await owner.actor(), owner.clock, 30_000);
    const read = () => owner.call(the("automations.simulation"), { operationId });
    const { runs, summaries } = await read();
    expect(summaries[0]).toMatchObject({ runs: 1, changedCards: 8, done: { changeField: 8 } });
    const [run] = runs;
    expect(run?.steps.map(({ stepId, card, after }) => [stepId, card?.name ?? null, after?.[deals.remark] ?? null])).toEqual([
      ["each", null, null],
      ...["A", "B", "C", "D", "E"].map((name) => ["remark", name, `of ${name}`]),
      ["after", null, null],
    ]);
    expect(run?.steps[0]?.each).toEqual({ count: 7, left: 0, shown: shownRelated });
    // None of them was changed.
    const { rows } = await owner.call(call("cards.search"), { cardTypeId: deals.id, limit: 100 });
    expect(rows.flatMap(({ fields }) => fields[deals.remark] ?? [])).toEqual([]);
    // One that is gone for good is not named any more.
    const [cardId = expect.fail()] = ids;
    await owner.call(call("cards.remove"), { cardId });
    await owner.call(call("cards.purge"), { cardId });
    const [later] = (await read()).runs;
    expect(later?.steps.flatMap(({ card }) => card?.name ?? [])).toEqual(["B", "C", "D", "E"]);
  });

  it("are left out where one is in the trash by then, and a step without any says so", async () => {
    const { owner } = of;
    const { id: leadId } = await of.card("Alone", { status: "opt_new" });
    const only = await deal("Trashed", leadId);
    await owner.call(call("cards.remove"), { cardId: only });
    await turn(leadId, "opt_won");
    await owner.call(call("cards.restore"), { cardId: only });
    const steps = [{ id: "each", kind: "forEach", relatedTypeId: deals.id, filter: null, steps: [] }];
    const inner = [{ id: "n", kind: "action", action: { ...of.actions.changeField, fieldId: deals.remark } }];
    const filter = { fieldId: "name", operator: "EQUAL", value: "Alone" };
    const definition = { trigger: { kind: "statusChanged" }, filter, steps: [{ ...steps[0], steps: inner }] };
    const { id } = await drafted(definition);
    const { runs } = await simulated(owner, id, { versions: ["draft"] });
    expect(runs).toHaveLength(1);
    expect(runs[0]?.steps).toMatchObject([{ state: "skipped", message: "automations.skipped.notRelated", each: null }]);
  });
});

it("a step that would say a webhook's answer is left out, and the others go on", async () => {
  const { owner, field, actions } = of;
  await of.card("Called");
  const text = (path: string) => ({ kind: "changeField", how: "write", fieldId: field.note, text: `{{ ${path} }}` });
  const { id } = await drafted(
    definitionOf({ actions: [actions.callWebhook, text("steps.s1.status"), text("card.name"), actions.createTask] as never }),
  );
  const { runs, summaries } = await simulated(owner, id, { versions: ["draft"] });
  const own = runs.find(({ cardName }) => cardName === "Called");
  expect(own?.state).toBe("done");
  expect(own?.steps.map(({ state, message }) => [state, message])).toEqual([
    ["would", null],
    ["skipped", "automationRuns.simulation.noAnswer"],
    ["would", null],
    ["would", null],
  ]);
  expect(own?.steps[2]?.after).toEqual({ [field.note]: "Called" });
  expect(summaries[0]?.failed).toBe(0);
});
