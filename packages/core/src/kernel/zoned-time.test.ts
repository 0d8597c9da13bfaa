import fc from "fast-check";
import { expect, it } from "vitest";
import { zones } from "../activities/recurrence/zones.fixture.ts";
import { endOfDay, instantAfterGap, instantOf, isSkipped, offsetAt, timeIn } from "./zoned-time.ts";

/** The offset as `Intl` writes it, "GMT+05:30" or with seconds. */
function writtenBy(format: Intl.DateTimeFormat, epochMs: number): number {
  const parts = format.formatToParts(epochMs);
  const [, sign = "+", hours = 0, minutes = 0, seconds = 0] =
    /GMT(?:([+-])(\d+):(\d+)(?::(\d+))?)?/.exec(parts.find(({ type }) => type === "timeZoneName")?.value ?? "") ?? [];
  return (sign === "-" ? -1 : 1) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

it("a zone's offset is the one that it has at that instant: property", () => {
  const hour = 3_600_000;
  const [first, last] = [Date.parse("1900-01-01"), Date.parse("2100-01-01")];
  for (const timeZone of zones()) {
    const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
    const written = (at: number) => writtenBy(format, at);
    // Some in any order, and whole years by hours around each change: a day is asked for again and again.
    fc.assert(
      fc.property(fc.integer({ min: first, max: last }), (at) => {
        expect(offsetAt(at, timeZone)).toBe(written(at));
      }),
      { numRuns: 30 },
    );
    for (const year of [1972, 2011, 2026])
      for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += 24 * hour) {
        if (written(day) === written(day + 24 * hour)) continue;
        for (let at = day; at <= day + 24 * hour; at += hour / 2) expect(offsetAt(at, timeZone)).toBe(written(at));
      }
  }
});

it("a day ends by its zone's clocks, and none after what sorts as text", () => {
  expect(endOfDay("2031-04-03", "Asia/Jerusalem")).toBe("2031-04-03T20:59:59.999Z");
  expect(endOfDay("9999-12-31", "Asia/Jerusalem")).toBe("9999-12-31T21:59:59.999Z");
  expect(endOfDay("9999-12-31", "America/New_York")).toBe("9999-12-31T23:59:59.999Z");
});

it.each([
  ["Asia/Jerusalem", "2031-03-28", "02:30", "2031-03-28T00:00:00.000Z"],
  ["Asia/Jerusalem", "2031-03-28", "02:00", "2031-03-28T00:00:00.000Z"],
  ["Australia/Lord_Howe", "2030-10-06", "02:10", "2030-10-05T15:30:00.000Z"],
  ["America/Sao_Paulo", "2018-11-04", "00:15", "2018-11-04T03:00:00.000Z"],
  ["Pacific/Apia", "2011-12-30", "11:00", "2011-12-30T10:00:00.000Z"],
])("of a time that the clocks of %s skip, the first moment after the gap is known", (timeZone, day, time, instant) => {
  expect(isSkipped(day, time, timeZone)).toBe(true);
  expect(instantAfterGap(day, time, timeZone)).toBe(instant);
});

it("a time that is not skipped is as it is, also where the clocks are put back", () => {
  for (const [day, time] of [
    ["2031-03-28", "01:59"],
    ["2031-03-28", "03:00"],
    ["2031-10-26", "01:30"],
  ] as const) {
    expect(isSkipped(day, time, "Asia/Jerusalem")).toBe(false);
    expect(instantAfterGap(day, time, "Asia/Jerusalem")).toBe(instantOf(day, time, "Asia/Jerusalem"));
    expect(timeIn(Date.parse(instantOf(day, time, "Asia/Jerusalem")), "Asia/Jerusalem")).toBe(time);
  }
});
