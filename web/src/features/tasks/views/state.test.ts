import { taskChips, taskGroupings, taskLists, taskSorts } from "@kartis/core/activities/tasks/rules.ts";
import { TaskViewStateSchema } from "@kartis/core/task-views/schema.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readDueRange, writeDueRange } from "../filter/due-range.ts";
import { readTasksSearch, type TasksSearch, usualSearch, writtenSearch } from "../search.ts";
import { addressOf, isSameList, searchOfView, stateOf } from "./state.ts";

const ulid = "01J0000000000000000000TEST";
const other = "01J0000000000000000000ELSE";
const several = (...values: string[]) => fc.subarray(values, { minLength: 1 }).map((chosen) => chosen.join());
const types = [{ id: `typ_${ulid}` as const, slug: "leads" }];
const bound = fc.oneof(fc.integer({ min: -3_650, max: 3_650 }), fc.constantFrom("2026-01-01", "9999-12-31"));
const range = fc
  .record({ from: bound, until: bound }, { requiredKeys: [] })
  .filter(({ from, until }) => from !== undefined || until !== undefined);
const optional = fc.record(
  {
    who: several("none", `usr_${ulid}`, `usr_${other}`),
    priority: several("HIGH", "MEDIUM", "LOW", "none"),
    reversed: fc.constant("yes"),
    type: fc.constant("leads"),
    card: fc.constant(`crd_${ulid}`),
    due: range.map(writeDueRange),
    reminder: fc.constantFrom("yes", "no"),
    repeat: fc.constantFrom("yes", "no"),
    q: fc.constantFrom("offer", "7", "א"),
  },
  { requiredKeys: [] },
);
const searches = fc
  .tuple(
    fc.constantFrom(...taskLists),
    fc.constantFrom(...taskChips),
    fc.constantFrom(...taskSorts),
    fc.constantFrom(...taskGroupings),
    optional,
  )
  .map(([list, chip, sort, group, rest]) => readTasksSearch({ list, chip, sort, group, ...rest }));

it("what is shown is the same after it was saved as a view and opened from it", () => {
  fc.assert(
    fc.property(searches, (search) => {
      const state = stateOf(search, types);
      expect(TaskViewStateSchema.parse(state)).toEqual(state);
      const opened = searchOfView({ id: `viw_${ulid}`, state: stateOf(search, types) }, types);
      expect(isSameList(opened, search)).toBe(true);
      expect(addressOf(opened, opened)).toEqual({ view: `viw_${ulid}` });
    }),
  );
});

it("an address is read as it was written, also one of a view that was changed", () => {
  fc.assert(
    fc.property(searches, searches, (search, saved) => {
      expect(readTasksSearch(writtenSearch(search))).toEqual(search);
      const changed: TasksSearch = { ...search, view: `viw_${ulid}`, task: `act_${ulid}` };
      const address = addressOf(changed, { ...saved, view: `viw_${ulid}` });
      if (isSameList(search, saved)) expect(address).toEqual({ view: `viw_${ulid}`, task: `act_${ulid}` });
      else expect([address["list"], readTasksSearch(address)]).toEqual([search.list, changed]);
    }),
  );
});

it.each(["", "..", "7", "a..b", "0..0..0", "..99999", "2026-02-30..", "1.5..2", "--1..", "9999..", "\ud800.."])(
  "%j is no range",
  (text) => {
    expect(readDueRange(text)).toBeUndefined();
  },
);

it("whatever stands in an address, something is shown", () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom("list", "chip", "due", "card", "who", "priority", "reversed", "view", "sort", "q"),
        fc.oneof(fc.anything(), fc.constantFrom("none,none", ",", "HIGH,low,usr_", "usr_1,none,", "\ud800,none")),
      ),
      (raw) => {
        expect(readTasksSearch(raw)).toMatchObject({ list: expect.any(String), sort: expect.any(String) });
      },
    ),
  );
  expect(readTasksSearch({})).toEqual(usualSearch);
});
