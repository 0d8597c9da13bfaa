import { expect, test } from "vitest";
import { changesOf } from "./changes.ts";

test("only what differs is a change, and a missing value is none", () => {
  expect(changesOf({ before: { name: "A", status: "opt_1" }, after: { name: "A", status: "opt_2", price: 5 } })).toEqual([
    { fieldId: "status", before: "opt_1", after: "opt_2" },
    { fieldId: "price", before: null, after: 5 },
  ]);
  expect(changesOf({ before: null, after: { tags: ["a"] } })).toEqual([{ fieldId: "tags", before: null, after: ["a"] }]);
});
