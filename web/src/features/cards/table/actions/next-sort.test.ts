import { expect, test } from "vitest";
import { printSort, readSort } from "../../list/list-state.ts";
import { nextSort } from "./next-sort.ts";

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
