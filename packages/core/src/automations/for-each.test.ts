import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId } from "../kernel/id.ts";
import { procedureNamed } from "@kartis/events/automations/procedures.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { mostRelatedCards } from "./schema.ts";
import { memberWith, world } from "./world.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
let deals: { readonly id: `typ_${string}`; readonly leadId: string; readonly noteId: string };
beforeAll(async () => {
  backend = await startBackend();
  of = await world();
  const made = await of.owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "slate",
      fields: [
        { label: "Remark", type: "text" },
        { label: "Lead", type: "cardRelation", relation: { typeIds: [of.type.id], many: true } },
      ],
    },
  });
  const idOf = (name: string) => made.fields.find(({ label }) => label === name)?.id ?? "";
  deals = { id: made.id, leadId: idOf("Lead"), noteId: idOf("Remark") };
});
afterAll(() => backend.close());

const [createCard, getCard, removeCard] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
];
const settle = () => settleAutomations(of.owner.orgId, of.clock);
const deal = (cardId: CardId, name: string, fields: object = {}) =>
  of.owner.call(createCard, { typeId: deals.id, fields: { name, [deals.leadId]: [cardId], ...fields } });
const remarkOf = async (id: CardId) => (await of.owner.call(getCard, { id })).fields[deals.noteId];

const act = (id: string, action: object) => ({ id, kind: "action", action });
const remark = (text: string) => ({ kind: "changeField", how: "write", fieldId: deals.noteId, text });
const forEach = (steps: readonly object[], filter: object | null = null) => ({
  id: "each",
  kind: "forEach",
  relatedTypeId: deals.id,
  filter,
  steps,
});
const button = { kind: "buttonClicked", label: "Go" };
const press = (automationId: `aut_${string}`, cardId: CardId) =>
  of.owner.call(the("automations.press"), { automationId, cardId });

async function leadWith(...names: readonly string[]) {
  const lead = await of.card("Dana");
  const made: CardId[] = [];
  for (const name of names) made.push((await deal(lead.id, name)).id);
  return { id: lead.id, deals: made };
}

describe("a step for each related card", () => {
  it("executes its steps for each, in order, with their values and those of earlier steps, and goes on with the run's card", async () => {
    const task = { ...of.actions.createTask, title: "Call about {{ card.name }}", assignee: null };
    const steps = [
      forEach([act("task", task), act("remark", remark("{{ steps.task.name }} by {{ trigger.person }}"))]),
      act("after", { ...of.actions.changeField, how: "write", text: "after {{ card.name }}" }),
    ];
    const automation = await published(of.owner, of.type.id, { trigger: button, steps });
    const lead = await leadWith("B", "A");
    await press(automation.id, lead.id);
    await settle();
    const [run] = await runsOf(of.owner, automation);
    expect(run).toMatchObject({ state: "done", pathLength: 2 });
    const [b, a] = lead.deals;
    expect(run?.steps.map(({ stepId, state }) => [stepId, state])).toEqual([
      ["each", "done"],
      ["after", "done"],
    ]);
    const made = [expect.stringMatching(/^act_/)];
    const recordIds = [expect.any(String), expect.any(String)];
    expect(run?.steps[0]?.each).toEqual({
      cardIds: [a, b],
      left: 0,
      done: [
        { cardId: a, state: "done", made, recordIds },
        { cardId: b, state: "done", made, recordIds },
      ],
    });
    expect(await remarkOf(a ?? expect.fail())).toMatch(/^Call about A by ./);
    expect(await remarkOf(b ?? expect.fail())).toMatch(/^Call about B by ./);
    expect(await of.noteOf(lead.id)).toBe("after Dana");
    const details = await of.owner.call(the("automations.run"), { automationId: automation.id, runId: run?.id ?? expect.fail() });
    expect(details.subjects[a ?? ""]).toMatchObject({ name: "A" });
  });

  it("takes only related cards that meet its conditions and that the publisher sees, and branches on each", async () => {
    const all = "ORGANIZATION" as const;
    const grants = {
      "AUTOMATION.read": all,
      "AUTOMATION.create": all,
      "AUTOMATION.update": all,
      "CARDS.read": "USER",
      "CARDS.update": all,
    } as const;
    const member = await memberWith(of.owner, grants);
    const branch = {
      id: "b",
      kind: "branch",
      filter: { fieldId: "name", operator: "CONTAINS", value: "big" },
      met: [act("big", remark("big one"))],
      unmet: [act("small", remark("small one"))],
    };
    const filter = { fieldId: "name", operator: "NOT_CONTAINS", value: "old" };
    const automation = await published(member, of.type.id, { trigger: button, steps: [forEach([branch], filter)] });
    const lead = await of.card("Dana", { owner: member.userId });
    const mine = { owner: member.userId };
    const [big, small, old, hidden] = [
      await deal(lead.id, "big", mine),
      await deal(lead.id, "tiny", mine),
      await deal(lead.id, "old", mine),
      await deal(lead.id, "hidden", { owner: of.owner.userId }),
    ];
    await press(automation.id, lead.id);
    await settle();
    expect(await Promise.all([big, small, old, hidden].map(({ id }) => remarkOf(id)))).toEqual([
      "big one",
      "small one",
      undefined,
      undefined,
    ]);
    expect((await runsOf(of.owner, automation))[0]?.steps[0]?.each).toMatchObject({ cardIds: [big.id, small.id], left: 0 });
  });

  it("is skipped without related cards", async () => {
    const automation = await published(of.owner, of.type.id, { trigger: button, steps: [forEach([act("r", remark("x"))])] });
    await press(automation.id, (await of.card("Dana")).id);
    await settle();
    expect(await runsOf(of.owner, automation)).toMatchObject([
      { state: "done", steps: [{ stepId: "each", state: "skipped", message: "automations.skipped.notRelated" }] },
    ]);
  });

  it("keeps for each card what it created, and why its actions were skipped", async () => {
    const steps = [
      forEach([
        act("copy", { kind: "createCard", typeId: deals.id, name: "Copy of {{ card.name }}" }),
        act("tell", { kind: "notify", text: "Look", owner: true }),
      ]),
    ];
    const automation = await published(of.owner, of.type.id, { trigger: button, steps });
    const lead = await of.card("Dana");
    const owned = await deal(lead.id, "A");
    const alone = await deal(lead.id, "B", { owner: null });
    await press(automation.id, lead.id);
    await settle();
    const [run] = await runsOf(of.owner, automation);
    const one = { state: "done", made: [expect.stringMatching(/^crd_/)], recordIds: [expect.any(String)] };
    expect(run?.steps).toMatchObject([{ stepId: "each", state: "done" }]);
    expect(run?.steps[0]?.each?.done).toEqual([
      { cardId: owned.id, ...one },
      { cardId: alone.id, ...one, message: "automations.skipped.noOwner" },
    ]);
    const details = await of.owner.call(the("automations.run"), { automationId: automation.id, runId: run?.id ?? expect.fail() });
    expect(details.subjects[run?.steps[0]?.each?.done[0]?.made?.[0] ?? ""]).toMatchObject({ name: "Copy of A" });
  });

  it("is skipped at cards for which every action is skipped, and shows what it changed on the others", async () => {
    const notify = { kind: "notify", text: "Look", owner: true };
    const branch = {
      id: "b",
      kind: "branch",
      filter: { fieldId: "name", operator: "CONTAINS", value: "big" },
      met: [act("r", remark("seen"))],
      unmet: [act("n", notify)],
    };
    const automation = await published(of.owner, of.type.id, { trigger: button, steps: [forEach([branch])] });
    const lead = await of.card("Dana");
    const big = await deal(lead.id, "big", { owner: null });
    const small = await deal(lead.id, "small", { owner: null });
    await press(automation.id, lead.id);
    await settle();
    const other = await of.card("Noa");
    await deal(other.id, "tiny", { owner: null });
    await press(automation.id, other.id);
    await settle();
    const [ofOther, ofLead] = await runsOf(of.owner, automation);
    const skipped = { state: "skipped", message: "automations.skipped.noOwner" };
    expect(ofLead?.steps).toMatchObject([{ state: "done", each: { done: [{ cardId: big.id, state: "done" }, skipped] } }]);
    expect(ofLead?.steps[0]?.each?.done[1]).toEqual({ cardId: small.id, ...skipped });
    expect(ofOther).toMatchObject({
      state: "done",
      steps: [{ state: "skipped", message: "automations.skipped.everyCard", each: { done: [skipped] } }],
    });
    const details = await of.owner.call(the("automations.run"), {
      automationId: automation.id,
      runId: ofLead?.id ?? expect.fail(),
    });
    const [recordId = ""] = details.steps[0]?.each?.done[0]?.recordIds ?? [];
    expect(details.changes[recordId]?.after).toEqual({ [deals.noteId]: "seen" });
  });

  it("fails at a card, and resumes there without repeating the cards before", async () => {
    const automation = await published(of.owner, of.type.id, { trigger: button, steps: [forEach([act("r", remark("seen"))])] });
    const lead = await leadWith("A", "B", "C");
    await press(automation.id, lead.id);
    await startAll(of.owner.orgId, of.clock);
    let isBroken = true;
    const procedures = async (name: string) => {
      const real = await procedureNamed(name);
      return (
        real && {
          call: (input: unknown, context: Parameters<typeof real.call>[1]) => {
            if (isBroken && Object(input).cardId === lead.deals[1]) throw new KartisError("UNPROCESSABLE_CONTENT");
            return real.call(input, context);
          },
        }
      );
    };
    await runDue(of.owner.orgId, of.clock, procedures);
    const [failed] = await runsOf(of.owner, automation);
    expect(failed).toMatchObject({
      state: "failed",
      steps: [
        { stepId: "each", state: "running", each: { done: [{ cardId: lead.deals[0] }] } },
        { stepId: "r", state: "failed", cardId: lead.deals[1] },
      ],
    });
    isBroken = false;
    await of.owner.call(the("automations.retry"), { automationId: automation.id, runId: failed?.id ?? expect.fail() });
    // Trashed in the meantime.
    await of.owner.call(removeCard, { cardId: lead.deals[2] ?? expect.fail() });
    await runDue(of.owner.orgId, of.clock, procedures);
    const [run] = await runsOf(of.owner, automation);
    expect(run).toMatchObject({ state: "done", failedAttempts: [{ stepId: "r", cardId: lead.deals[1] }] });
    expect(run?.steps[0]?.each?.done.map(({ state }) => state)).toEqual(["done", "done", "skipped"]);
    const records = (await latestRecords(of.owner.orgId, 300, null)).filter(({ actor }) => actor.id === automation.id);
    const changed = records.map(({ changes }) => changes[0]?.subject.id);
    expect([changed.length, new Set(changed)]).toEqual([2, new Set(lead.deals.slice(0, 2))]);
  });

  it(`goes through ${mostRelatedCards} cards at most, and says how many are left`, async () => {
    const lead = await of.card("Dana");
    const batch = Array.from({ length: mostRelatedCards + 2 }, (_, at) => `Deal ${String(at).padStart(3, "0")}`);
    for (let at = 0; at < batch.length; at += 17) await Promise.all(batch.slice(at, at + 17).map((name) => deal(lead.id, name)));
    const definition = definitionOf({ steps: [forEach([act("r", remark("x"))])] });
    const { steps } = await of.owner.call(the("automations.try"), { cardId: lead.id, cardTypeId: of.type.id, definition });
    expect(steps[0]?.each).toEqual({ count: mostRelatedCards, left: 2, shown: 5 });
  });

  it("is dry-run for the first cards", async () => {
    const lead = await leadWith("A", "B");
    const definition = definitionOf({ steps: [forEach([act("r", remark("About {{ card.name }}"))])] });
    const { steps } = await of.owner.call(the("automations.try"), { cardId: lead.id, cardTypeId: of.type.id, definition });
    expect(steps).toMatchObject([
      { stepId: "each", state: "would", each: { count: 2, left: 0, shown: 2 } },
      { stepId: "r", card: { id: lead.deals[0], name: "A" }, input: { fields: { [deals.noteId]: "About A" } } },
      { stepId: "r", card: { id: lead.deals[1], name: "B" }, input: { fields: { [deals.noteId]: "About B" } } },
    ]);
    expect(await remarkOf(lead.deals[0] ?? expect.fail())).toBeUndefined();
  });

  it("is checked with the type of the related cards", async () => {
    const problemsIn = async (steps: readonly object[]) =>
      (
        await of.owner.call(the("automations.create"), {
          cardTypeId: of.type.id,
          name: "Test",
          definition: definitionOf({ steps }),
        })
      ).problems;
    expect(await problemsIn([forEach([])])).toEqual([{ path: "steps.each", message: "automations.problem.noInnerSteps" }]);
    expect(await problemsIn([forEach([act("r", of.actions.changeField)])])).toEqual([
      { path: "steps.r.fieldId", message: "automations.problem.field" },
    ]);
    expect(
      await problemsIn([forEach([act("r", remark("{{ card.remark }}"))], { fieldId: "before:name", operator: "EXISTS" })]),
    ).toEqual([{ path: "steps.each.filter.before:name", message: "automations.problem.noBefore" }]);
    const gone = { ...forEach([act("r", remark("x"))]), relatedTypeId: "typ_01ARZ3NDEKTSV4RRFFQ69G5FAV" };
    expect(await problemsIn([gone])).toEqual([{ path: "steps.each.relatedTypeId", message: "automations.problem.noType" }]);
    expect(
      await problemsIn([
        forEach([act("task", of.actions.createTask)]),
        act("after", { ...of.actions.changeField, how: "write", text: "{{ steps.task.name }}" }),
      ]),
    ).toEqual([{ path: "steps.after.text", message: "automations.problem.stepVariable" }]);
  });

  it("contains neither waits nor further related cards", () => {
    const wait = { id: "w", kind: "wait", wait: { amount: 1, unit: "days" } };
    expect(() => definitionOf({ steps: [forEach([wait])] })).toThrow();
    expect(() => definitionOf({ steps: [forEach([{ ...forEach([]), id: "inner" }])] })).toThrow();
  });
});
