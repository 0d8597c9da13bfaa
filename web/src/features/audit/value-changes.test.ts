import { expect, it } from "vitest";
import { valueChanges } from "./value-changes.ts";

it("shows which value of a list item changed, by the item's name", () => {
  const before = { name: "Leads", fields: [{ id: "fld_1", label: "Budget", required: false }] };
  const after = { name: "Leads", fields: [{ id: "fld_1", label: "Budget", required: true }] };
  expect(valueChanges(before, after)).toEqual([{ path: ["fields", "Budget", "required"], before: false, after: true }]);
});

it("shows everything that was created, and nothing that is empty on both sides", () => {
  expect(valueChanges(null, { name: "Sales", description: "", grants: { "CARDS.read": "USER" } })).toEqual([
    { path: ["name"], before: undefined, after: "Sales" },
    { path: ["grants", "CARDS.read"], before: undefined, after: "USER" },
  ]);
});
