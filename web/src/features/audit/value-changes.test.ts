import { expect, it } from "vitest";
import { valueChanges } from "./value-changes.ts";

it("tells which value of a list's item changed, by the item's name", () => {
  const before = { name: "Leads", fields: [{ id: "fld_1", label: "Budget", required: false }] };
  const after = { name: "Leads", fields: [{ id: "fld_1", label: "Budget", required: true }] };
  expect(valueChanges(before, after)).toEqual([{ path: ["fields", "Budget", "required"], before: false, after: true }]);
});

it("tells all of what was made, and nothing of what is empty on both sides", () => {
  expect(valueChanges(null, { name: "Sales", description: "", grants: { "CARDS.read": "USER" } })).toEqual([
    { path: ["name"], before: undefined, after: "Sales" },
    { path: ["grants", "CARDS.read"], before: undefined, after: "USER" },
  ]);
});
