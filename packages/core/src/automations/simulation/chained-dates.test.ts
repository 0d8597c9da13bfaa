import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { taskProcedures } from "../../activities/index.ts";
import { cardProcedures } from "../../cards/index.ts";
import { definitionOf, published, the } from "../automations.fixture.ts";
import { dayMs, world } from "../world.fixture.ts";
import { simulated } from "./simulation.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const hour = 3_600_000;

/** A draft that is started by new cards, beside automations that are on. */
async function withDraft(actions: readonly object[]) {
  const of = await world();
  const { owner, type } = of;
  const { id } = await owner.call(the("automations.create"), {
    cardTypeId: type.id,
    name: "Draft",
    definition: definitionOf({ trigger: { kind: "cardCreated" }, actions }),
  });
  return {
    ...of,
    foreseen: async () => {
      const { runs, summaries } = await simulated(owner, id, { versions: ["draft"] });
      // Those of one moment in any order.
      const listed = runs.map(({ chained, cardName }) => `${chained ?? "own"} ${cardName}`).toSorted();
      return { runs: listed, chained: summaries[0]?.chained };
    },
  };
}
const note = (fieldId: string, text: string) => ({ kind: "changeField", how: "write", fieldId, text });

describe("a simulated run that leads to dates", () => {
  it("is followed by the runs of others when the tasks that it creates are due, in simulated time", async () => {
    const of = await withDraft([
      { kind: "createTask", title: "Call {{ card.name }}", due: { amount: 10, unit: "hours" }, assignee: "owner" },
    ]);
    const { owner, type, field, card, clock, pass, foreseen } = of;
    const due = await published(owner, type.id, {
      trigger: { kind: "dueDate", when: "after", amount: 1, unit: "hours" },
      actions: [note(field.note, "{{ trigger.task.title }}")],
    });
    // It waits for what the other one writes.
    const later = await published(owner, type.id, {
      trigger: { kind: "dueDate", when: "before", amount: 12, unit: "hours", firesLate: true },
      actions: [note(field.email, "late@x.example")],
    });
    const { id: cardId } = await card("Dana");
    // Its own runs are in the past already.
    const dueAt = new Date(clock.now() + hour).toISOString();
    await owner.call(named(taskProcedures, "tasks.create"), { title: "By hand", due: dueAt, cardId });
    pass(5 * hour);
    await settleAutomations(owner.orgId, clock);
    expect(await foreseen()).toEqual({ runs: [`${later.id} Dana`, "own Dana"], chained: 1 });
    pass(10 * hour);
    await settleAutomations(owner.orgId, clock);
    expect(await foreseen()).toEqual({
      runs: [...[due.id, later.id].toSorted().map((id) => `${id} Dana`), "own Dana"],
      chained: 2,
    });
  });

  it("is followed by those of the dates that it sets, unless somebody has moved them since", async () => {
    const start = await world();
    const day = new Date(start.clock.now() + 2 * dayMs).toISOString().slice(0, 10);
    const of = await withDraft([]);
    const { owner, type, field, card, clock, pass } = of;
    const definition = definitionOf({
      trigger: { kind: "cardCreated" },
      actions: [{ kind: "changeField", how: "set", fieldId: field.visit, value: day }],
    });
    const { id } = await owner.call(the("automations.create"), { cardTypeId: type.id, name: "Dates", definition });
    const arrives = await published(owner, type.id, {
      trigger: { kind: "dateArrives", fieldId: field.visit, when: "on", at: "09:00" },
      actions: [note(field.note, "here")],
    });
    await card("Dana");
    const moved = await card("Moved");
    await card("By hand", { [field.visit]: day });
    pass(hour);
    const past = new Date(clock.now() - 20 * dayMs).toISOString().slice(0, 10);
    await owner.call(named(cardProcedures, "cards.update"), { cardId: moved.id, fields: { [field.visit]: past } });
    await owner.call(named(cardProcedures, "cards.update"), { cardId: moved.id, fields: { [field.note]: "mine" } });
    pass(4 * dayMs);
    await settleAutomations(owner.orgId, clock);
    const { runs } = await simulated(owner, id, { versions: ["draft"] });
    const listed = runs.map(({ chained, cardName }) => [chained, cardName]);
    expect(listed.filter(([chained]) => chained === null)).toHaveLength(3);
    // What the person entered was there before, and has fired by itself.
    expect(listed.filter(([chained]) => chained !== null)).toEqual([[arrives.id, "Dana"]]);
  });
});
