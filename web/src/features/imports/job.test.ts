import { expect, test } from "vitest";
import { mappingProblem, withField } from "./job.ts";

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

test("at least one field, and the name among them", () => {
  expect(mappingProblem(mapping)).toBeUndefined();
  expect(mappingProblem(withField(mapping, 0, null))).toBe("validation.oneField");
  expect(mappingProblem(withField(mapping, 0, "email"))).toBe("validation.nameColumn");
});
