import { expect, it } from "vitest";
import { withDatesByDay } from "./changed-dates.ts";
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

it("shows the changed dates of a series by their days, with the guests that only one of them has", () => {
  const guest = { id: "gst_1", cardId: null, email: "dana@x.example", name: null };
  const moved = { type: "changed", day: "2030-06-03", title: "Review" };
  const before = { exceptions: [moved] };
  const after = {
    exceptions: [
      moved,
      { type: "changed", day: "2030-06-10", guests: { added: [guest], removed: ["gst_2"] } },
      { type: "removed", day: "2030-06-17" },
    ],
  };
  const [was, is] = [before, after].map((values) => withDatesByDay(values, "Removed"));
  expect(valueChanges(was, is)).toEqual([
    { path: ["exceptions", "2030-06-10", "guestsAdded"], before: undefined, after: ["dana@x.example"] },
    { path: ["exceptions", "2030-06-10", "guestsRemoved"], before: undefined, after: 1 },
    { path: ["exceptions", "2030-06-17"], before: undefined, after: "Removed" },
  ]);
});
