import { describe, expect, test } from "vitest";
import { ExpressionError } from "./errors.ts";
import { parseExpression } from "./expression.ts";

/** The first runs after `from`, in UTC without the seconds. */
function runs(expression: string, timeZone: string, from: string, count: number): string[] {
  const parsed = parseExpression(expression, timeZone);
  const found: string[] = [];
  let after: number | undefined = Date.parse(from);
  while (found.length < count) {
    after = parsed.next(after, Date.parse(from));
    if (after === undefined) break;
    found.push(new Date(after).toISOString().replace(":00.000Z", "Z"));
  }
  return found;
}

describe("cron", () => {
  test.each([
    ["0/15 * * * ? *", ["2026-01-01T00:15Z", "2026-01-01T00:30Z", "2026-01-01T00:45Z"]],
    ["5/20,50 9 * * ? *", ["2026-01-01T09:05Z", "2026-01-01T09:25Z", "2026-01-01T09:45Z", "2026-01-01T09:50Z"]],
    ["0 9 ? * MON-FRI *", ["2026-01-01T09:00Z", "2026-01-02T09:00Z", "2026-01-05T09:00Z"]],
    ["0 9 ? * 2-6 *", ["2026-01-01T09:00Z", "2026-01-02T09:00Z", "2026-01-05T09:00Z"]],
    ["0 9 ? * 1 *", ["2026-01-04T09:00Z", "2026-01-11T09:00Z"]],
    ["0 9 L * ? *", ["2026-01-31T09:00Z", "2026-02-28T09:00Z"]],
    ["0 9 15W * ? *", ["2026-01-15T09:00Z", "2026-02-16T09:00Z"]],
    ["0 9 ? * 6#3 *", ["2026-01-16T09:00Z", "2026-02-20T09:00Z"]],
    ["0 9 ? * 6L *", ["2026-01-30T09:00Z", "2026-02-27T09:00Z"]],
    ["0 18 ? JAN,JUL SUN *", ["2026-01-04T18:00Z", "2026-01-11T18:00Z"]],
    ["0 0 1 1 ? 2027-2028", ["2027-01-01T00:00Z", "2028-01-01T00:00Z"]],
  ])("%s", (fields, expected) => {
    expect(runs(`cron(${fields})`, "UTC", "2026-01-01T00:00:00Z", expected.length)).toEqual(expected);
  });

  test("ends with its years", () => {
    expect(runs("cron(0 0 1 1 ? 2027)", "UTC", "2026-01-01T00:00:00Z", 2)).toEqual(["2027-01-01T00:00Z"]);
  });

  test("follows the zone's clocks through the year", () => {
    expect(runs("cron(0 9 1 1,7 ? *)", "Asia/Jerusalem", "2026-01-01T00:00:00Z", 2)).toEqual([
      "2026-01-01T07:00Z",
      "2026-07-01T06:00Z",
    ]);
  });

  // Israel: 2026-03-27 02:00 → 03:00 and 2026-10-25 02:00 → 01:00.
  test("skips a time that the clocks skip", () => {
    expect(runs("cron(30 2 * * ? *)", "Asia/Jerusalem", "2026-03-25T12:00:00Z", 3)).toEqual([
      "2026-03-26T00:30Z",
      "2026-03-27T23:30Z",
      "2026-03-28T23:30Z",
    ]);
  });

  test("runs once at a time that the clocks repeat", () => {
    expect(runs("cron(30 1 * * ? *)", "Asia/Jerusalem", "2026-10-24T12:00:00Z", 2)).toEqual([
      "2026-10-24T22:30Z",
      "2026-10-25T23:30Z",
    ]);
    expect(runs("cron(30 1 * * ? *)", "Asia/Jerusalem", "2026-10-24T22:45:00Z", 1)).toEqual(["2026-10-25T23:30Z"]);
  });

  test("of every half hour goes on after the repeated hour", () => {
    expect(runs("cron(0/30 * * * ? *)", "America/New_York", "2026-11-01T05:15:00Z", 3)).toEqual([
      "2026-11-01T05:30Z",
      "2026-11-01T07:00Z",
      "2026-11-01T07:30Z",
    ]);
  });
});

describe("rate", () => {
  test("counts from its anchor, not from the last run", () => {
    const rate = parseExpression("rate(5 minutes)");
    expect(rate.next(0, 0)).toBe(300_000);
    expect(rate.next(299_999, 0)).toBe(300_000);
    expect(rate.next(300_000, 0)).toBe(600_000);
    expect(rate.next(1_000_001, 100_000)).toBe(1_300_000);
  });

  test("of a day is 24 hours, whatever the clocks do", () => {
    expect(runs("rate(1 day)", "Asia/Jerusalem", "2026-03-26T10:00:00Z", 2)).toEqual(["2026-03-27T10:00Z", "2026-03-28T10:00Z"]);
  });
});

describe("at", () => {
  test.each([
    ["UTC", "2026-07-01T09:30:00", "2026-07-01T09:30Z"],
    ["Asia/Jerusalem", "2026-07-01T09:30:00", "2026-07-01T06:30Z"],
    ["America/New_York", "2026-01-15T09:30:00", "2026-01-15T14:30Z"],
    // the first of two
    ["America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30Z"],
    // none: counted with the offset before the change
    ["America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:30Z"],
    ["Australia/Lord_Howe", "2026-10-04T02:10:00", "2026-10-03T15:40Z"],
  ])("in %s %s is %s", (timeZone, local, expected) => {
    expect(runs(`at(${local})`, timeZone, "2026-01-01T00:00:00Z", 2)).toEqual([expected]);
  });
});

test.each([
  ["every day", "UTC"],
  ["rate(5 minute)", "UTC"],
  ["rate(1 hours)", "UTC"],
  ["rate(0 minutes)", "UTC"],
  ["rate(1 week)", "UTC"],
  ["at(2026-13-01T00:00:00)", "UTC"],
  ["at(2026-01-01)", "UTC"],
  ["cron(0 9 * * *)", "UTC"],
  ["cron(0 9 * * * *)", "UTC"],
  ["cron(0 9 ? * ? *)", "UTC"],
  ["cron(61 9 * * ? *)", "UTC"],
  ["rate(1 hour)", "Mars/Olympus"],
])("refuses %s in %s", (expression, timeZone) => {
  expect(() => parseExpression(expression, timeZone)).toThrow(ExpressionError);
});
