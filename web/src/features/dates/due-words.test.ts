import { describe, expect, it, vi } from "vitest";

vi.mock("@internationalized/date", async (original) => ({
  ...(await original<object>()),
  getLocalTimeZone: () => "Asia/Jerusalem",
}));
const { dueInFull, dueInGroup, dueTone } = await import("./due-words.ts");
const { dueOf, weekEndOf } = await import("./days.ts");

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

describe("days here", () => {
  it("a day and a time become the instant at which it is that time here", () => {
    expect(dueOf(today, "14:00")).toBe("2026-11-25T12:00:00.000Z");
    expect(dueOf(today, undefined)).toBe(today);
  });

  it("a week ends on the day that the region has", () => {
    expect([weekEndOf(today, "he-IL"), weekEndOf(today, "en-GB")]).toEqual(["2026-11-28", "2026-11-29"]);
  });
});
