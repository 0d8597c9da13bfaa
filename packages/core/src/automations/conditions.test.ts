import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentProcedures, taskProcedures } from "../activities/index.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { Filter } from "../cards/query/schema.ts";
import type { CardId } from "../kernel/id.ts";
import { currentUser } from "../views/rules.ts";
import { causingUser } from "./conditions/settle.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { dayMs, memberWith, world } from "./world.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
let deals: { readonly id: `typ_${string}`; readonly leadId: string };
beforeAll(async () => {
  backend = await startBackend();
  of = await world();
  const made = await of.owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "slate",
      fields: [
        { id: "status", label: "Status", type: "singleSelect", options: [{ id: "opt_won", label: "Won", hue: "slate" }] },
        { label: "Lead", type: "cardRelation", relation: { typeIds: [of.type.id], many: true } },
      ],
    },
  });
  deals = { id: made.id, leadId: made.fields.find(({ label }) => label === "Lead")?.id ?? "" };
});
afterAll(() => backend.close());

const updateCard = named(cardProcedures, "cards.update");
const createCard = named(cardProcedures, "cards.create");
const settle = () => settleAutomations(of.owner.orgId, of.clock);
const deal = (cardId: CardId, fields: object = {}) =>
  of.owner.call(createCard, { typeId: deals.id, fields: { name: "Deal", [deals.leadId]: [cardId], ...fields } });
const statusChanged = { kind: "statusChanged" };

const comment = (cardId: CardId) =>
  of.owner.call(named(commentProcedures, "comments.create"), {
    cardId,
    body: [{ type: "paragraph", content: [{ text: "Spoke" }] }],
  });

/** The state of the run that a change of the card's status starts. */
async function stateOf(
  filter: Filter,
  { by = of.owner, prepare, fields = {} }: { by?: Owner; prepare?: (cardId: CardId) => Promise<unknown>; fields?: object } = {},
) {
  const automation = await published(by, of.type.id, { trigger: statusChanged, filter, actions: [of.actions.changeField] });
  const { id: cardId } = await of.card("Dana", { status: "opt_new", ...fields });
  await prepare?.(cardId);
  await of.owner.call(updateCard, { cardId, fields: { status: "opt_won" } });
  await settle();
  const [run] = await runsOf(of.owner, automation);
  await of.owner.call(the("automations.remove"), { automationId: automation.id });
  return run?.state;
}

describe("conditions", () => {
  it("on the value before the change", async () => {
    const was = (value: string): Filter => ({ fieldId: "before:status", operator: "EQUAL", value });
    expect(await stateOf(was("opt_new"))).toBe("done");
    expect(await stateOf(was("opt_won"))).toBe("skipped");
    expect(await stateOf({ fieldId: "before:name", operator: "CONTAINS", value: "dan" })).toBe("done");
  });

  it("on the value before need a trigger that is a change", async () => {
    const filter: Filter = { fieldId: "before:status", operator: "EXISTS" };
    const definition = definitionOf({ filter, actions: [of.actions.notify] });
    const { problems } = await of.owner.call(the("automations.create"), { cardTypeId: of.type.id, name: "Test", definition });
    expect(problems).toEqual([{ path: "filter.before:status", message: "automations.problem.noBefore" }]);
  });

  it("on the card's activities: how long ago the last one was, tasks that are overdue, the next meeting", async () => {
    const task = (dueInMs: number) => (cardId: CardId) =>
      of.owner.call(named(taskProcedures, "tasks.create"), {
        cardId,
        title: "Call",
        due: new Date(of.clock.now() + dueInMs).toISOString(),
      });
    const overdue: Filter = { fieldId: "overdueTasks", operator: "GREATER_THAN", value: 1 };
    expect(await stateOf(overdue)).toBe("skipped");
    expect(await stateOf(overdue, { prepare: task(dayMs) })).toBe("skipped");
    expect(await stateOf(overdue, { prepare: task(-dayMs) })).toBe("done");
    const none: Filter = { fieldId: "openTasks", operator: "EQUAL", value: 0 };
    expect(await stateOf(none)).toBe("done");
    expect(await stateOf(none, { prepare: task(dayMs) })).toBe("skipped");
    const silent: Filter = {
      any: [
        { fieldId: "lastActivityAt", operator: "NOT_EXISTS" },
        { fieldId: "lastActivityAt", operator: "LESS_THAN", value: "today-14T" },
      ],
    };
    expect(await stateOf(silent)).toBe("done");
    expect(await stateOf(silent, { prepare: comment })).toBe("skipped");
    const soon: Filter = { fieldId: "nextActivityAt", operator: "BETWEEN", value: ["todayT", "today+7T"] };
    expect(await stateOf(soon, { prepare: task(3 * dayMs) })).toBe("done");
    expect(await stateOf(soon, { prepare: task(20 * dayMs) })).toBe("skipped");
  });

  it("on activities count those that the publisher may see, on the card that a step is for", async () => {
    const all = "ORGANIZATION" as const;
    const grants = {
      "AUTOMATION.read": all,
      "AUTOMATION.create": all,
      "AUTOMATION.update": all,
      "CARDS.read": all,
      "CARDS.update": all,
    };
    const by = await memberWith(of.owner, grants);
    const due = new Date(of.clock.now() - dayMs).toISOString();
    const prepare = (cardId: CardId) => of.owner.call(named(taskProcedures, "tasks.create"), { cardId, title: "Late", due });
    const overdue: Filter = { fieldId: "overdueTasks", operator: "GREATER_THAN", value: 1 };
    expect(await stateOf(overdue, { by, prepare })).toBe("skipped");
    expect(await stateOf(overdue, { by: await memberWith(of.owner, { ...grants, "TASKS.read": all }), prepare })).toBe("done");
  });

  it("on activities select the cards of a schedule, and a card that was written to in the meantime starts no run", async () => {
    const silent: Filter = {
      all: [
        { fieldId: "name", operator: "CONTAINS", value: "schedule" },
        { fieldId: "lastActivityAt", operator: "LESS_THAN", value: "today-2T" },
      ],
    };
    const { id: quiet } = await of.card("Quiet schedule");
    const { id: lively } = await of.card("Lively schedule");
    await Promise.all([comment(quiet), comment(lively)]);
    of.pass(4 * dayMs);
    await comment(lively);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from: "2026-01-01", at: "00:00" };
    const automation = await published(of.owner, of.type.id, { trigger, filter: silent, actions: [of.actions.createTask] });
    of.pass(dayMs);
    await settle();
    // Runs that end because of their conditions are not even begun.
    const ran = async () => (await runsOf(of.owner, automation)).map(({ cardId }) => cardId);
    expect(await ran()).toEqual([quiet]);
    await comment(quiet);
    of.pass(dayMs);
    await settle();
    expect(await ran()).toEqual([quiet]);
    await of.owner.call(the("automations.remove"), { automationId: automation.id });
  });

  it("on days counted from today", async () => {
    const today = new Date(of.clock.now());
    const later = (days: number) => new Date(today.getTime() + days * dayMs).toISOString().slice(0, 10);
    const within: Filter = { fieldId: of.field.visit, operator: "BETWEEN", value: ["today", "today+3"] };
    expect(await stateOf(within, { fields: { [of.field.visit]: later(2) } })).toBe("done");
    expect(await stateOf(within, { fields: { [of.field.visit]: later(6) } })).toBe("skipped");
    expect(await stateOf({ fieldId: "createdAt", operator: "LESS_THAN", value: "today-30T" })).toBe("skipped");
    expect(await stateOf({ fieldId: "createdAt", operator: "GREATER_THAN", value: "today-30T" })).toBe("done");
  });

  it("on people by their part", async () => {
    const owner = (value: string): Filter => ({ fieldId: "owner", operator: "EQUAL", value });
    expect(await stateOf(owner(currentUser), { fields: { owner: of.owner.userId } })).toBe("done");
    expect(await stateOf(owner(currentUser), { fields: { owner: of.colleagueId } })).toBe("skipped");
    expect(await stateOf(owner(causingUser), { fields: { owner: of.owner.userId } })).toBe("done");
    expect(await stateOf(owner(causingUser), { fields: { owner: of.colleagueId } })).toBe("skipped");
  });

  it("on related cards and their number", async () => {
    const won: Filter = { fieldId: `related:${deals.id}:status`, operator: "EQUAL", value: "opt_won" };
    const two: Filter = { fieldId: `related:${deals.id}`, operator: "GREATER_THAN", value: 2 };
    const none: Filter = { fieldId: `related:${deals.id}`, operator: "EQUAL", value: 0 };
    const both = async (cardId: CardId) => {
      await deal(cardId);
      await deal(cardId, { status: "opt_won" });
    };
    expect(await stateOf({ all: [won, two] }, { prepare: both })).toBe("done");
    expect(await stateOf(won, { prepare: (cardId) => deal(cardId) })).toBe("skipped");
    expect(await stateOf({ any: [two, none] }, { prepare: (cardId) => deal(cardId) })).toBe("skipped");
    expect(await stateOf({ any: [two, none] })).toBe("done");
  });

  it("do not reveal related cards that the publisher may not see", async () => {
    const all = "ORGANIZATION" as const;
    const grants = {
      "AUTOMATION.read": all,
      "AUTOMATION.create": all,
      "AUTOMATION.update": all,
      "CARDS.read": "USER",
      "CARDS.update": all,
    } as const;
    const member = await memberWith(of.owner, grants);
    const filter: Filter = { fieldId: `related:${deals.id}`, operator: "GREATER_THAN", value: 1 };
    const mine = { owner: member.userId };
    const prepare = (cardId: CardId) => deal(cardId, { owner: of.owner.userId });
    expect(await stateOf(filter, { by: member, fields: mine, prepare })).toBe("skipped");
    expect(await stateOf(filter, { by: member, fields: mine, prepare: (cardId) => deal(cardId, mine) })).toBe("done");
  });

  it("on related cards select what a schedule starts for", async () => {
    const from = new Date(of.clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const related: Filter = { fieldId: `related:${deals.id}`, operator: "GREATER_THAN", value: 1 };
    const filter: Filter = {
      all: [
        related,
        { fieldId: "createdAt", operator: "GREATER_THAN", value: "today-1T" },
        { fieldId: "name", operator: "EQUAL", value: "Scheduled" },
      ],
    };
    const automation = await published(of.owner, of.type.id, { trigger, filter, actions: [of.actions.changeField] });
    const [{ id: withDeal }] = [await of.card("Scheduled"), await of.card("Scheduled")];
    await deal(withDeal);
    of.pass(dayMs);
    await settle();
    expect((await runsOf(of.owner, automation)).map(({ cardId, state }) => [cardId, state])).toEqual([[withDeal, "done"]]);
    await of.owner.call(the("automations.remove"), { automationId: automation.id });
  });

  it("on a type that is gone cannot be published", async () => {
    const filter: Filter = { fieldId: "related:typ_01ARZ3NDEKTSV4RRFFQ69G5FAV:status", operator: "EXISTS" };
    const definition = definitionOf({ filter, actions: [of.actions.notify] });
    const { problems } = await of.owner.call(the("automations.create"), { cardTypeId: of.type.id, name: "Test", definition });
    expect(problems).toMatchObject([{ message: "automations.problem.field" }]);
  });
});
