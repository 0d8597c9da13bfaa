import { expect, test } from "vitest";
import { instantOf, wallOf } from "./instants.ts";

test("an instant is a day and a time in the organization's zone, and back", () => {
  const wall = wallOf("2026-11-20T22:30:00.000Z", "Asia/Jerusalem");
  expect(wall).toEqual({ day: "2026-11-21", time: "00:30" });
  expect(instantOf(wall.day, wall.time, "Asia/Jerusalem")).toBe("2026-11-20T22:30:00.000Z");
});

test("the hour that summer time skips is the one after it", () => {
  expect(instantOf("2026-03-27", "02:30", "Asia/Jerusalem")).toBe("2026-03-27T00:30:00.000Z");
});
