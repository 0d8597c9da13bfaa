import { describe, expect, it, vi } from "vitest";

vi.mock("@internationalized/date", async (original) => ({
  ...(await original<object>()),
  getLocalTimeZone: () => "Asia/Jerusalem",
}));
const { wallOfDue } = await import("../dates/days.ts");
const { snoozedUntil, snoozeOffers } = await import("./snooze.ts");

/** A Wednesday. */
const noon = Date.parse("2026-11-25T10:00:00Z");

describe("putting a task off", () => {
  it.each([
    ["hour", "2026-11-25 13:00"],
    ["evening", "2026-11-25 18:00"],
    ["tomorrow", "2026-11-26 09:00"],
    ["week", "2026-11-30 09:00"],
  ] as const)("%s", (choice, expected) => {
    const { day, time } = wallOfDue(snoozedUntil(choice, noon, "en-GB"));
    expect(`${day} ${time}`).toBe(expected);
  });

  it("in the evening it is tomorrow's evening, and where the week begins on Sunday it is Sunday", () => {
    expect(wallOfDue(snoozedUntil("evening", Date.parse("2026-11-25T19:00:00Z"), "en-GB")).day).toBe("2026-11-26");
    expect(wallOfDue(snoozedUntil("week", noon, "he-IL")).day).toBe("2026-11-29");
  });

  it("is offered in the order of time, each by the same digit at any hour", () => {
    const offered = (now: string) => snoozeOffers(Date.parse(now), "en-GB").map(({ choice, digit }) => `${digit} ${choice}`);
    expect(offered("2026-11-25T08:00:00Z")).toEqual(["1 hour", "2 evening", "3 tomorrow", "4 week"]);
    expect(offered("2026-11-25T15:30:00Z")).toEqual(["2 evening", "1 hour", "3 tomorrow", "4 week"]);
    expect(offered("2026-11-25T19:00:00Z")).toEqual(["1 hour", "3 tomorrow", "2 evening", "4 week"]);
  });
});
