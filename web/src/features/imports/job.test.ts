import { expect, test } from "vitest";
import { recounted, withCorrection, withField } from "./job.ts";

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

test("the counts of a check follow what is put right and left out", () => {
  const counted = { created: 5, updated: 1, skipped: 2, failed: 4 };
  const error = (line: number, message = "validation.date") => ({ line, fieldId: "due", message, value: "" });
  const errors = [
    error(2),
    error(2),
    error(3),
    error(4),
    error(5),
    error(6, "validation.duplicate"),
    error(7, "validation.duplicate"),
  ];
  const row = (line: number, outcome: "create" | "update" | "same" | "refused") =>
    [line, { line, outcome, errors: [], change: null }] as const;
  expect(recounted(counted, errors, new Map(), [])).toEqual(counted);
  const checked = new Map([row(2, "create"), row(3, "refused"), row(4, "update"), row(5, "create"), row(6, "create")]);
  // Line 5 was put right and then left out; a row that exists already was left out from the beginning.
  expect(recounted(counted, errors, checked, [5, 7])).toEqual({ created: 7, updated: 2, skipped: 2, failed: 1 });
});
