import { expect, test } from "vitest";
import { withCorrection, withField } from "./job.ts";

const mapping = [
  { column: 0, fieldId: "name" },
  { column: 1, fieldId: null },
];

test("a field that is given to another column leaves the first", () => {
  expect(withField(mapping, 1, "name")).toEqual([
    { column: 0, fieldId: null },
    { column: 1, fieldId: "name" },
  ]);
});

test("a cell that is put right twice has the second value", () => {
  const first = withCorrection([], { line: 3, column: 1, value: "a" });
  expect(withCorrection(withCorrection(first, { line: 3, column: 2, value: "b" }), { line: 3, column: 1, value: "c" })).toEqual([
    { line: 3, column: 2, value: "b" },
    { line: 3, column: 1, value: "c" },
  ]);
});
