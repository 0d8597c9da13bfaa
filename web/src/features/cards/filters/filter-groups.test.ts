import { expect, test } from "vitest";
import { filterOfGroup, groupOf } from "./filter-groups.ts";

const name = { fieldId: "name", operator: "EXISTS" } as const;
const price = { fieldId: "price", operator: "BETWEEN", value: [1, 2] } as const;

test("groups and the filter are each other's inverse, however deep", () => {
  const filter = { any: [{ all: [name, { any: [price, { all: [name] }] }] }, price] };
  expect(filterOfGroup(groupOf(filter))).toEqual(filter);
  expect(filterOfGroup(groupOf(undefined))).toBeUndefined();
});

test("what is not finished filters nothing, and empty groups go", () => {
  const group = groupOf({ all: [name, { any: [{ fieldId: "price", operator: "EQUAL" }] }] });
  expect(filterOfGroup(group)).toEqual({ all: [name] });
});
