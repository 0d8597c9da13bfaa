import { expect, test } from "vitest";
import { pagesAround, placeOf } from "./pages.ts";

test("before the total is known only the first page is asked for", () => {
  expect(pagesAround(0, 20, undefined)).toEqual([0]);
});

test("the pages of what shows and of what comes next", () => {
  expect(pagesAround(0, 20, 100_000)).toEqual([0]);
  expect(pagesAround(60, 85, 100_000)).toEqual([0, 1]);
  expect(pagesAround(50_000, 50_020, 100_000)).toEqual([499, 500]);
});

test("never a page beyond the end, nor none at all", () => {
  expect(pagesAround(99_980, 99_999, 100_000)).toEqual([999]);
  expect(pagesAround(0, 0, 0)).toEqual([0]);
  expect(pagesAround(900, 930, 40)).toEqual([0]);
});

test("a row's place in its page", () => {
  expect(placeOf(250)).toEqual({ page: 2, offset: 50 });
});
