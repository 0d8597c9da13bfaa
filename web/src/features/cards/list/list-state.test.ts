import type { Filter } from "@kartis/core/cards/query/schema.ts";
import { operators } from "@kartis/core/cards/fields/field.ts";
import type { ViewState } from "@kartis/core/views/schema.ts";
import { defaultParseSearch, defaultStringifySearch } from "@tanstack/react-router";
import fc from "fast-check";
import { expect, test } from "vitest";
import { differences, readFilter, readListSearch, searchOf, stateOf, withMe } from "./list-state.ts";

const fieldId = fc.constantFrom("name", "status", "owner", "updatedAt", "fld_1", "fld_2", "fld_price");
const condition = fc.record(
  {
    fieldId,
    operator: fc.constantFrom(...operators),
    value: fc.oneof(fc.string(), fc.integer(), fc.array(fc.string(), { maxLength: 3 })),
  },
  { requiredKeys: ["fieldId", "operator"] },
);
/** Nested groups, none of them empty: an empty group is not a filter. */
const { filter } = fc.letrec<{ filter: Filter }>((tie) => {
  const parts = fc.array(tie("filter"), { minLength: 1, maxLength: 3 });
  return {
    filter: fc.oneof({ maxDepth: 4 }, condition, fc.record({ all: parts }), fc.record({ any: parts })),
  };
});
const sort = fc.uniqueArray(fc.record({ fieldId, direction: fc.constantFrom("asc" as const, "desc" as const) }), {
  selector: (level) => level.fieldId,
  maxLength: 5,
});
const columns = fc.uniqueArray(
  fc.record({ fieldId, width: fc.integer({ min: 80, max: 480 }), hidden: fc.constant(true) }, { requiredKeys: ["fieldId"] }),
  { selector: (column) => column.fieldId, minLength: 1 },
);
const state: fc.Arbitrary<ViewState> = fc
  .record(
    {
      display: fc.constantFrom("table" as const, "kanban" as const, "calendar" as const),
      sort,
      filter,
      search: fc.string({ minLength: 1, maxLength: 200 }),
      groupBy: fieldId,
      kanbanBy: fieldId,
      calendarBy: fieldId,
      columns,
      sums: fc.uniqueArray(fieldId),
    },
    { requiredKeys: ["display", "sort", "columns", "sums"] },
  )
  .map((made) => made satisfies ViewState);

test("any state over any view comes back from its address, through the text of it", () => {
  fc.assert(
    fc.property(state, state, (shown, view) => {
      const address = defaultStringifySearch({ ...searchOf(shown, view, "hot") });
      const read = stateOf(readListSearch(defaultParseSearch(address)), view);
      expect(read).toEqual(shown);
      expect(differences(read, shown)).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test("an address says nothing but the view's name when nothing differs", () => {
  fc.assert(
    fc.property(state, (view) => {
      expect(searchOf(view, view, "hot")).toEqual({ view: "hot" });
    }),
  );
});

test("me is put in wherever it is said, however deep, and nothing else changes", () => {
  const deep: Filter = {
    any: [{ all: [{ fieldId: "owner", operator: "IN", value: ["usr_me", "usr_2"] }] }, { fieldId: "name", operator: "EXISTS" }],
  };
  expect(withMe(deep, "usr_1")).toEqual({
    any: [{ all: [{ fieldId: "owner", operator: "IN", value: ["usr_1", "usr_2"] }] }, { fieldId: "name", operator: "EXISTS" }],
  });
});

test("a list's state survives its address", () => {
  const filter = {
    all: [{ fieldId: "status", operator: "IN", value: ["opt_1"] }, { any: [{ fieldId: "name", operator: "EXISTS" }] }],
  };
  const search = readListSearch({ q: "galil", filter, sort: "-fld_price,name" });
  expect(readListSearch(JSON.parse(JSON.stringify(search)))).toEqual(search);
  expect(search).toEqual({ q: "galil", filter, sort: "-fld_price,name" });
});

test("a mangled address still opens the list", () => {
  expect(readListSearch({ q: { a: 1 }, filter: { fieldId: "name", operator: "LIKE" }, sort: "-,;drop,-name,name" })).toEqual({
    sort: "-name",
  });
  expect(readListSearch({ q: 501 })).toEqual({ q: "501" });
  expect(readFilter({ all: [{ fieldId: "name", operator: "EXISTS" }, 7] })).toBeUndefined();
});
