import { allSteps, type Step } from "@kartis/core/automations/schema.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { branchOf, canMove, copyOf, depthOf, duplicateStep, insertStep, moveStep, removeStep } from "./edits.ts";

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie("step"), { maxLength: 4, depthIdentifier: "steps" }),
  step: fc.oneof(
    { maxDepth: 3, depthIdentifier: "steps" },
    fc.constant<Step>({ id: "", kind: "wait", wait: { amount: 1, unit: "days" } }),
    fc
      .record({
        filter: fc.constant({ all: [] }),
        inside: tie("steps"),
      })
      .map(({ filter, inside }) => branchOf("", filter, inside)),
    tie("steps").map((inside): Step => ({
      id: "",
      kind: "forEach",
      relatedTypeId: `typ_${"0".repeat(26)}`,
      filter: null,
      steps: inside,
    })),
  ),
}));

let count = 0;
const nextId = () => `s${count++}`;
/** A definition's steps with generated ids, as in the builder. */
const definitions = steps.map((all) => all.map((step) => copyOf(step, nextId)));
const withOne = definitions
  .filter((all) => all.length > 0)
  .chain((all) => fc.record({ all: fc.constant(all), step: fc.constantFrom(...allSteps(all)) }));
const ids = (all: readonly Step[]) => allSteps(all).map(({ id }) => id);

it("inserting and removing a step anywhere restores the original", () => {
  fc.assert(
    fc.property(withOne, fc.boolean(), fc.nat(4), ({ all, step }, isMet, index) => {
      const place = {
        parentId: step.kind === "wait" ? null : step.id,
        lane: step.kind === "forEach" ? "steps" : isMet ? "met" : "unmet",
        index,
      } as const;
      const made: Step = { id: nextId(), kind: "wait", wait: { amount: 2, unit: "hours" } };
      const inserted = insertStep(all, place, made);
      expect(ids(inserted).filter((id) => id === made.id)).toHaveLength(1);
      expect(removeStep(inserted, made.id)).toEqual(all);
    }),
  );
});

it("a duplicate follows its original, and all ids stay unique", () => {
  fc.assert(
    fc.property(withOne, ({ all, step }) => {
      const copy = copyOf(step, nextId);
      const doubled = duplicateStep(all, step.id, copy);
      expect(new Set(ids(doubled)).size).toBe(ids(doubled).length);
      expect(ids(doubled)).toHaveLength(ids(all).length + allSteps([step]).length);
      expect(ids(doubled)[ids(doubled).indexOf(step.id) + allSteps([step]).length]).toBe(copy.id);
    }),
  );
});

it("moving a step and moving it back restores the order", () => {
  fc.assert(
    fc.property(withOne, fc.constantFrom(-1 as const, 1 as const), ({ all, step }, by) => {
      const moved = moveStep(all, step.id, by);
      if (!canMove(all, step.id, by)) expect(moved).toEqual(all);
      else expect(moveStep(moved, step.id, by === 1 ? -1 : 1)).toEqual(all);
    }),
  );
});

it("counts the branches around a position", () => {
  const branch = (id: string, inside: Step[]): Step => branchOf(id, { all: [] }, inside);
  const all = [branch("a", [branch("b", [])])];
  expect([null, "a", "b"].map((id) => depthOf(all, id))).toEqual([0, 1, 2]);
});
