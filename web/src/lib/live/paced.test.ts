import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { paced, paceFor } from "./paced.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Number of requests by all browsers of that many people while something changes ten times a second for a minute. */
function asked(people: number): number {
  let count = 0;
  const browsers = Array.from({ length: people }, () =>
    paced(
      () => count++,
      () => paceFor(people),
    ),
  );
  for (let change = 0; change < 600; change++) {
    for (const hear of browsers) hear();
    vi.advanceTimersByTime(100);
  }
  return count;
}

it("many changes cost an organization of a hundred hardly more than one of ten", () => {
  const [ten, hundred] = [asked(10), asked(100)];
  // Twice a second each, as without a pace, would be 12,000.
  expect(hundred).toBeLessThan(1_300);
  expect(hundred).toBeLessThan(2 * ten);
});

it("one change after a quiet time is asked for within a second, and not by everybody at once", () => {
  const at: number[] = [];
  const began = Date.now();
  for (let browser = 0; browser < 100; browser++)
    paced(
      () => at.push(Date.now() - began),
      () => paceFor(100),
    )();
  vi.advanceTimersByTime(1_000);
  expect(at).toHaveLength(100);
  const perTenth = Map.groupBy(at, (ms) => Math.floor(ms / 100));
  expect(Math.max(...[...perTenth.values()].map((all) => all.length))).toBeLessThan(50);
});

it("calls before it is due are one, and a call after it is another", () => {
  const run = vi.fn<() => void>();
  const hear = paced(run, () => ({ leastMs: 100, spreadMs: 0, restMs: 1_000 }));
  hear();
  hear();
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(1);
  hear();
  vi.advanceTimersByTime(900);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(100);
  expect(run).toHaveBeenCalledTimes(2);
});
