import type { Definition, Step } from "@kartis/core/automations/schema.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSameDefinition, type Part, partsOf } from "./diff.ts";

const wait = (id: string, amount = 1): Step => ({ id, kind: "wait", wait: { amount, unit: "days" } });
const branch = (id: string, met: readonly Step[], unmet: readonly Step[] = []): Step => ({
  id,
  kind: "branch",
  filter: { all: [] },
  met,
  unmet,
});
const definitionOf = (...steps: readonly Step[]): Definition => ({
  trigger: { kind: "buttonClicked", label: "Go", question: "" },
  filter: null,
  steps: [...steps],
});
const stepsOf = (parts: readonly Part[]) => parts.filter(({ of }) => of === "step").map(({ id, difference }) => [id, difference]);

describe("difference between two versions", () => {
  it("lists added, removed and changed steps in their positions", () => {
    const before = definitionOf(wait("a"), wait("b"), wait("c"));
    const after = definitionOf(wait("a"), wait("c", 2), wait("d"));
    expect(stepsOf(partsOf(before, after))).toEqual([
      ["a", "same"],
      ["b", "removed"],
      ["c", "changed"],
      ["d", "added"],
    ]);
    const changed = partsOf(before, after).find(({ id }) => id === "c");
    expect(changed?.settings.map(({ name }) => name)).toEqual(["wait"]);
  });

  it("only the step that changed its position has moved, not those it passed", () => {
    const before = definitionOf(wait("a"), wait("b"), wait("c"));
    expect(stepsOf(partsOf(before, definitionOf(wait("c"), wait("a"), wait("b"))))).toEqual([
      ["c", "moved"],
      ["a", "same"],
      ["b", "same"],
    ]);
  });

  it("a step moved into a branch has moved, although its order is unchanged", () => {
    const before = definitionOf(branch("x", []), wait("a"));
    expect(stepsOf(partsOf(before, definitionOf(branch("x", [wait("a")]))))).toEqual([
      ["x", "same"],
      ["a", "moved"],
    ]);
  });

  it("a changed trigger and changed conditions are separate differences", () => {
    const before = definitionOf(wait("a"));
    const after: Definition = {
      ...before,
      trigger: { kind: "statusChanged", from: [], to: [] },
      filter: { all: [{ fieldId: "name", operator: "EXISTS" }] },
    };
    const parts = partsOf(before, after).map(({ of, difference }) => [of, difference]);
    expect(parts).toEqual([
      ["trigger", "changed"],
      ["filter", "added"],
      ["step", "same"],
    ]);
    expect(isSameDefinition(before, after)).toBe(false);
  });

  const definitions = fc
    .uniqueArray(fc.tuple(fc.constantFrom(..."abcdefgh"), fc.integer({ min: 1, max: 3 })), { selector: ([id]) => id })
    .map((steps) => definitionOf(...steps.map(([id, amount]) => wait(id, amount))));

  it("a definition equals itself; added and removed are symmetric; every step is listed once", () => {
    fc.assert(
      fc.property(definitions, definitions, (one, other) => {
        expect(isSameDefinition(one, one)).toBe(true);
        const idsOf = (parts: readonly Part[], difference: Part["difference"]) =>
          parts.flatMap((part) => (part.difference === difference ? [part.id] : [])).toSorted();
        const [there, back] = [partsOf(one, other), partsOf(other, one)];
        expect(idsOf(there, "added")).toEqual(idsOf(back, "removed"));
        expect(idsOf(there, "changed")).toEqual(idsOf(back, "changed"));
        const ids = stepsOf(there).map(([id]) => id);
        expect(new Set(ids).size).toBe(ids.length);
        expect(new Set(ids)).toEqual(new Set([...one.steps, ...other.steps].map(({ id }) => id)));
      }),
    );
  });
});

it("steps for each related card are compared like those of branches", () => {
  const task = (title: string): Step => ({
    id: "task",
    kind: "action",
    action: {
      kind: "createTask",
      title,
      description: "",
      due: { amount: 1, unit: "days" },
      assignee: "owner",
      priority: null,
      reminder: null,
    },
  });
  const each = (filter: Filter | null, inner: readonly Step[]): Definition => ({
    trigger: { kind: "cardCreated" },
    filter: null,
    steps: [{ id: "each", kind: "forEach", relatedTypeId: `typ_${"0".repeat(26)}`, filter, steps: inner }],
  });
  const exists: Filter = { fieldId: "name", operator: "EXISTS" };
  const parts = partsOf(each(null, [task("A")]), each(exists, [task("B")]));
  expect(parts.map(({ id, difference, depth }) => [id, difference, depth])).toEqual([
    ["trigger", "same", 0],
    ["each", "changed", 0],
    ["task", "changed", 1],
  ]);
});
