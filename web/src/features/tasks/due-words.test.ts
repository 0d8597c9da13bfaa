import { describe, expect, it, vi } from "vitest";

vi.mock("@internationalized/date", async (original) => ({
  ...(await original<object>()),
  getLocalTimeZone: () => "Asia/Jerusalem",
}));
const { dueInFull, dueInGroup, dueTone } = await import("./due-words.ts");
const { dueOf, snoozedUntil, snoozeOffers, wallOfDue, weekEndOf } = await import("./days.ts");

/** A Wednesday. */
const today = "2026-11-25";
const noon = Date.parse("2026-11-25T10:00:00Z");
const words = { today: "Today", tomorrow: "Tomorrow", yesterday: "Yesterday" };
const context = { today, locale: "en-GB", words };

describe("when a task is due, in words", () => {
  it.each([
    ["2026-11-25", "Today", "Today"],
    ["2026-11-25T12:00:00.000Z", "14:00", "Today, 14:00"],
    ["2026-11-26", "Tomorrow", "Tomorrow"],
    ["2026-11-26T08:00:00.000Z", "10:00", "Tomorrow, 10:00"],
    ["2026-11-24", "Tue 24 Nov", "Yesterday"],
    ["2026-11-23T14:00:00.000Z", "Mon, 16:00", "Mon 23 Nov, 16:00"],
    ["2026-12-24T14:00:00.000Z", "24 Dec, 16:00", "Thu 24 Dec, 16:00"],
    ["2027-01-03", "3 Jan 2027", "Sun 3 Jan 2027"],
  ])("%s", (due, inGroup, inFull) => {
    const plain = (text: string) => text.replace(/^(\w{3}), (\d{1,2} \w{3})/, "$1 $2");
    expect(plain(dueInGroup(due, context))).toBe(inGroup);
    expect(plain(dueInFull(due, context))).toBe(inFull);
  });

  it("is late from the day after, or once its time has passed; today's times are soon", () => {
    const toneOf = (due: string, done = false) => dueTone({ due, dueAt: due, done }, today, noon);
    expect([toneOf("2026-11-24"), toneOf("2026-11-25"), toneOf("2026-11-25T14:00:00.000Z")]).toEqual(["late", undefined, "soon"]);
    expect([toneOf("2026-11-25T09:59:00.000Z"), toneOf("2026-11-24", true)]).toEqual(["late", undefined]);
  });
});

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
    expect(weekEndOf(today, "he-IL")).toBe("2026-11-28");
  });

  it("is offered in the order of time, each by the same digit at any hour", () => {
    const offered = (now: string) => snoozeOffers(Date.parse(now), "en-GB").map(({ choice, digit }) => `${digit} ${choice}`);
    expect(offered("2026-11-25T08:00:00Z")).toEqual(["1 hour", "2 evening", "3 tomorrow", "4 week"]);
    expect(offered("2026-11-25T15:30:00Z")).toEqual(["2 evening", "1 hour", "3 tomorrow", "4 week"]);
    expect(offered("2026-11-25T19:00:00Z")).toEqual(["1 hour", "3 tomorrow", "2 evening", "4 week"]);
  });

  it("a day and a time become the instant at which it is that time here", () => {
    expect(dueOf(today, "14:00")).toBe("2026-11-25T12:00:00.000Z");
    expect(dueOf(today, undefined)).toBe(today);
  });
});
