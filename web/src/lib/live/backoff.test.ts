import { expect, it } from "vitest";
import { backoff } from "./backoff.ts";

it("waits anywhere up to a bound that doubles, and never longer than half a minute", () => {
  expect(backoff(1, () => 1)).toBe(1000);
  expect(backoff(3, () => 1)).toBe(4000);
  expect(backoff(3, () => 0)).toBe(0);
  expect(backoff(20, () => 1)).toBe(30_000);
});
