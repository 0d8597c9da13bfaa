import type { Filter } from "@kartis/core/cards/query/schema.ts";
import { expect, test } from "vitest";
import { chipsOf, filterOf, isComplete, withOperator } from "./conditions.ts";

const status = { fieldId: "status", operator: "IN", value: ["opt_1", "opt_2"] } as const;
const price = { fieldId: "price", operator: "GREATER_THAN", value: 800_000 } as const;

test("chips and filter are each other's inverse", () => {
  const filter: Filter = { all: [status, price] };
  expect(filterOf(chipsOf(filter))).toEqual(filter);
  expect(filterOf(chipsOf(undefined))).toBeUndefined();
});

test("a nested alternative is one chip and survives the removal of another", () => {
  const either: Filter = { any: [status, price] };
  const chips = chipsOf({ all: [price, either] });
  expect(chips.map((chip) => chip.kind)).toEqual(["condition", "group"]);
  expect(filterOf(chips.slice(1))).toEqual({ all: [either] });
});

test("a lone condition and nested conjunctions become plain chips", () => {
  expect(chipsOf(price)).toEqual([{ kind: "condition", condition: price }]);
  expect(chipsOf({ all: [{ all: [status] }, price] })).toHaveLength(2);
});

test("changing the operator keeps what was entered where it fits", () => {
  expect(withOperator(price, "BETWEEN")).toEqual({ fieldId: "price", operator: "BETWEEN", value: [800_000, 800_000] });
  expect(withOperator(status, "EQUAL")).toEqual({ fieldId: "status", operator: "EQUAL", value: "opt_1" });
  expect(withOperator(status, "EXISTS")).toEqual({ fieldId: "status", operator: "EXISTS" });
});

test("a condition without its value does not filter yet", () => {
  expect(isComplete({ fieldId: "price", operator: "LESS_THAN" })).toBe(false);
  expect(isComplete({ fieldId: "status", operator: "IN", value: [] })).toBe(false);
  expect(isComplete({ fieldId: "price", operator: "BETWEEN", value: [1, null] })).toBe(false);
  expect(isComplete({ fieldId: "price", operator: "EXISTS" })).toBe(true);
  expect(isComplete({ fieldId: "price", operator: "LESS_THAN", value: 0 })).toBe(true);
});
