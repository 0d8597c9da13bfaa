import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitionOf, published, the } from "../automations.fixture.ts";
import type { AutomationId, Definition, HeldVersion } from "../schema.ts";
import { world } from "../world.fixture.ts";
import { connectedWith, cyclesThrough, type Edge } from "./graph.ts";
import { loopsThrough, mayEnd } from "./loops.ts";

const nodes = 7;
const node = fc.nat({ max: nodes - 1 });
const edges = fc.array(fc.record({ from: node, to: node }), { maxLength: 20 });

/** Whether `end` is reached from `start` by at least one edge: the plain definition. */
function leads(start: number, end: number, all: readonly Edge<number>[]): boolean {
  let reached = new Set<number>();
  for (let step = 0; step < nodes; step++)
    reached = new Set(all.flatMap(({ from, to }) => (from === start || reached.has(from) || reached.has(to) ? [to] : [])));
  return reached.has(end);
}

describe("cycles of a graph", () => {
  it("are found through a node exactly if it leads back to itself, and each is one", () => {
    fc.assert(
      fc.property(edges, node, (all, start) => {
        const cycles = cyclesThrough(start, all);
        expect(cycles.length > 0).toBe(leads(start, start, all));
        for (const cycle of cycles) {
          expect(cycle.map(({ to }) => to)).toEqual([...cycle.slice(1).map(({ from }) => from), start]);
          expect(cycle[0]?.from).toBe(start);
          expect(new Set(cycle.map(({ from }) => from)).size).toBe(cycle.length);
          for (const edge of cycle) expect(all).toContain(edge);
          const connected = connectedWith(start, all);
          for (const { from } of cycle) expect(connected.has(from)).toBe(true);
        }
      }),
    );
  });

  it("are not found in a graph whose edges all lead forward", () => {
    fc.assert(
      fc.property(edges, node, (all, start) => {
        const forward = all.filter(({ from, to }) => from < to);
        expect(cyclesThrough(start, forward)).toEqual([]);
        expect([...connectedWith(start, forward)]).toEqual([start]);
      }),
    );
  });
});

const typeId = "typ_01JD0000000000000000000000";
const otherTypeId = "typ_01JD0000000000000000000001";
const set = (fieldId: string, value: unknown) => ({ kind: "changeField", how: "set", fieldId, value });
const due = { amount: 1, unit: "days" };
const task = { kind: "createTask", title: "Call", due, assignee: "owner" };
const toStatus = (...to: string[]) => ({ kind: "statusChanged", to });
const create = (of: string, fields = {}) => ({ kind: "createCard", typeId: of, name: "New", fields });

/** Whether a first automation is in a loop with others, each `[trigger, action, type]`. */
function loopsOf(given: Given) {
  const all = given.map(([trigger, action, type = typeId], at) => ({
    id: `aut_${at}` as AutomationId,
    typeId: type as typeof typeId,
    definition: definitionOf({ trigger, actions: [action] }),
  }));
  return loopsThrough("aut_0", all).map((loop) => loop.map(({ from }) => from));
}

type Given = readonly (readonly [object, object, string?])[];
const cases: [what: string, given: Given, loops: string[][]][] = [
  ["card that creates a card", [[{ kind: "cardCreated" }, create(typeId)]], [["aut_0"]]],
  ["card that creates a card of another type", [[{ kind: "cardCreated" }, create(otherTypeId)]], []],
  [
    "cards of two types that create each other",
    [
      [{ kind: "cardCreated" }, create(otherTypeId)],
      [{ kind: "cardCreated" }, create(typeId), otherTypeId],
    ],
    [["aut_0", "aut_1"]],
  ],
  [
    "two statuses in turn",
    [
      [toStatus("a"), set("status", "b")],
      [toStatus("b"), set("status", "a")],
    ],
    [["aut_0", "aut_1"]],
  ],
  [
    "a status that is set where others are wanted",
    [
      [toStatus("a"), set("status", "b")],
      [toStatus("c"), set("status", "a")],
    ],
    [],
  ],
  ["a status that stays, whatever it was", [[toStatus(), set("status", "a")]], []],
  ["another field", [[toStatus(), set("note", "seen")]], []],
  ["a task of each task that is due", [[{ kind: "dueDate", when: "on" }, task]], [["aut_0"]]],
  ["a person who is set, and set again", [[{ kind: "userAssigned", fieldId: "agent" }, set("agent", "usr_1")]], []],
  [
    "two people in turn",
    [
      [{ kind: "userAssigned", fieldId: "agent" }, set("agent", "usr_1")],
      [{ kind: "userAssigned", fieldId: "agent" }, set("agent", "usr_2")],
    ],
    [["aut_0"], ["aut_0", "aut_1"]],
  ],
  ["a person who is set with the new card", [[{ kind: "userAssigned", fieldId: "owner" }, create(typeId)]], [["aut_0"]]],
  [
    "a date that is copied from another",
    [
      [
        { kind: "dateArrives", fieldId: "next", when: "on" },
        { kind: "changeField", how: "copy", fieldId: "next", fromFieldId: "last" },
      ],
    ],
    [["aut_0"]],
  ],
  ["a date that is set to a day", [[{ kind: "dateArrives", fieldId: "next", when: "on" }, set("next", "2026-01-01")]], []],
  [
    "every period, which also runs for new cards",
    [
      [{ kind: "everyPeriod", every: 1, unit: "days", from: "2026-01-01", at: "09:00" }, create(otherTypeId)],
      [{ kind: "cardCreated" }, create(typeId), otherTypeId],
    ],
    [["aut_0", "aut_1"]],
  ],
  [
    "a button",
    [
      [{ kind: "buttonClicked", label: "Go" }, set("status", "a")],
      [toStatus("a"), set("status", "b")],
    ],
    [],
  ],
];

describe("automations that start each other", () => {
  it.each(cases)("%s", (_, given, expected) => {
    expect(loopsOf(given)).toEqual(expected);
  });

  it("may end if conditions decide whether one of their steps is executed", () => {
    const filter = { fieldId: "name", operator: "EXISTS" } as const;
    const steps = [{ id: "s1", kind: "action", action: create(typeId) }];
    const ends = (definition: Definition) => {
      const [loop = expect.fail("no loop")] = loopsThrough("aut_0", [{ id: "aut_0", typeId, definition }]);
      return mayEnd(loop);
    };
    expect(ends(definitionOf({ steps }))).toBe(false);
    expect(ends(definitionOf({ steps, filter }))).toBe(true);
    expect(ends(definitionOf({ steps: [{ id: "b", kind: "branch", filter, met: steps, unmet: [] }] }))).toBe(true);
  });
});

describe("the loops of a draft", () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await startBackend();
  });
  afterAll(() => backend.close());

  it("count automations that are on, in their published version, and name what starts what", async () => {
    const { owner, type, actions } = await world();
    const [first, second] = ["opt_new", "opt_won"].map((status) => ({ trigger: toStatus(status), status }));
    const other = await published(owner, type.id, {
      name: "Back",
      trigger: second?.trigger ?? {},
      actions: [actions.notify, set("status", first?.status)],
    });
    const draft = await owner.call(the("automations.create"), {
      cardTypeId: type.id,
      name: "Forth",
      definition: definitionOf({ trigger: first?.trigger ?? {}, actions: [set("status", second?.status)] }),
    });
    const loops = (of?: HeldVersion) => owner.call(the("automations.loops"), { automationId: draft.id, ...(of ? { of } : {}) });
    expect(await loops()).toMatchObject([
      {
        mayEnd: false,
        nodes: [
          { automationId: draft.id, name: "Forth", stepId: "s1" },
          { automationId: other.id, name: "Back", stepId: "s2", trigger: second?.trigger },
        ],
      },
    ]);
    // A warning: it can be published in spite of it.
    await expect(loops("published")).rejects.toMatchObject({ code: "CONFLICT" });
    await owner.call(the("automations.publish"), { automationId: draft.id });
    await owner.call(the("automations.update"), {
      automationId: draft.id,
      definition: definitionOf({ trigger: first?.trigger ?? {}, actions: [actions.notify] }),
    });
    expect(await loops()).toEqual([]);
    // What runs once it is switched on is not what is being edited.
    await owner.call(the("automations.switch"), { automationId: draft.id, isOn: false });
    expect(await loops("published")).toMatchObject([{ nodes: [{ stepId: "s1" }, { automationId: other.id }] }]);
    await owner.call(the("automations.switch"), { automationId: other.id, isOn: false });
    expect(await loops("published")).toEqual([]);
  });
});
