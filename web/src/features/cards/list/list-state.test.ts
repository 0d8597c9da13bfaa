import { expect, test } from "vitest";
import { nextSort, printSort, readFilter, readListSearch, readSort } from "./list-state.ts";

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

test("pressing a header goes through ascending, descending and none", () => {
  const once = nextSort([], "name", false);
  const twice = nextSort(once, "name", false);
  expect([printSort(once), printSort(twice), printSort(nextSort(twice, "name", false))]).toEqual(["name", "-name", ""]);
});

test("with shift a header joins the sort and keeps its place in it", () => {
  const two = nextSort(readSort("name"), "owner", true);
  expect(printSort(two)).toBe("name,owner");
  expect(printSort(nextSort(two, "name", true))).toBe("-name,owner");
  expect(printSort(nextSort(readSort("-name,owner"), "name", true))).toBe("owner");
});
