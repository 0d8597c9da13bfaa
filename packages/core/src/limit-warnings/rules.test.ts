import fc from "fast-check";
import { expect, it } from "vitest";
import { levelOf } from "./rules.ts";

it("is reached exactly at eighty and a hundred percent", () => {
  expect([799, 800, 999, 1_000, 1_200].map((used) => levelOf(used, 1_000))).toEqual([0, 80, 80, 100, 100]);
  expect([2, 3].map((used) => levelOf(used, 3))).toEqual([0, 100]);
  expect([levelOf(5, null), levelOf(0, 0), levelOf(1, 0)]).toEqual([0, 0, 100]);
});

it("never falls as more is used", () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.nat(10_000), fc.integer({ min: 1, max: 5_000 }), (one, other, limit) => {
      expect(levelOf(Math.max(one, other), limit)).toBeGreaterThanOrEqual(levelOf(Math.min(one, other), limit));
    }),
  );
});
