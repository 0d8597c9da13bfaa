import { expect, test } from "vitest";
import { knownFilter } from "./known.ts";

const name = { fieldId: "name", operator: "EXISTS" } as const;
const tasks = { fieldId: "openTasks", operator: "GREATER_THAN", value: 1 } as const;
const changed = { fieldId: "updatedAt", operator: "GREATER_THAN", value: "2026-01-01T00:00:00.000Z" } as const;

test("what is not known for the past is left out, so that no card is that may have been in the list", () => {
  expect(knownFilter(tasks)).toBeUndefined();
  expect(knownFilter({ all: [name, tasks, { any: [name] }] })).toEqual({ all: [name, { any: [name] }] });
  expect(knownFilter({ any: [name, changed] })).toBeUndefined();
  expect(knownFilter({ all: [name, { any: [name, tasks] }] })).toEqual({ all: [name] });
});
