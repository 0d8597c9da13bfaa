import fc from "fast-check";
import { processorTime } from "@kartis/tests/support/processor-time.ts";
import { describe, expect, it } from "vitest";
import { dayOf, instantOf, timeIn } from "../../kernel/zoned-time.ts";
import { timeUnits } from "../actions/definition.ts";
import { dateArrives } from "./date-arrives.ts";
import { dueDate } from "./due-date.ts";
import { everyPeriod } from "./every-period.ts";

const zone = "Asia/Jerusalem";
const period = everyPeriod.schedule ?? expect.fail();
const arriving = dateArrives.schedule ?? expect.fail();
const every = (given: object) => everyPeriod.config.parse({ from: "2030-01-31", at: "09:00", ...given });
const onDate = (given: object) => dateArrives.config.parse({ fieldId: "f", when: "on", ...given });
const after = (instant: string, given: object) => period.next(every(given), Date.parse(instant), zone);

describe("a period", () => {
  it.each([
    ["15 minutes", { every: 15, unit: "minutes" }, "2030-02-01T07:01:00Z", "2030-02-01T07:15:00.000Z"],
    ["2 hours", { every: 2, unit: "hours" }, "2030-02-01T07:00:00Z", "2030-02-01T09:00:00.000Z"],
    ["day", { every: 1, unit: "days" }, "2030-02-01T07:00:00Z", "2030-02-02T07:00:00.000Z"],
    ["day, in summer time", { every: 1, unit: "days" }, "2030-06-01T07:00:00Z", "2030-06-02T06:00:00.000Z"],
    // 2030-01-31 is a Thursday.
    ["day on Sundays", { every: 1, unit: "days", weekdays: [0] }, "2030-02-01T07:00:00Z", "2030-02-03T07:00:00.000Z"],
    ["2 weeks", { every: 2, unit: "weeks" }, "2030-02-01T07:00:00Z", "2030-02-14T07:00:00.000Z"],
    ["month, from the 31st", { every: 1, unit: "months" }, "2030-02-01T07:00:00Z", "2030-02-28T07:00:00.000Z"],
    ["year", { every: 1, unit: "years" }, "2030-02-01T07:00:00Z", "2031-01-31T07:00:00.000Z"],
    ["day, before it begins", { every: 1, unit: "days" }, "2029-05-05T07:00:00Z", "2030-01-31T07:00:00.000Z"],
  ] as const)("of a %s", (_, given, from, expected) => {
    expect(after(from, given)).toBe(expected);
  });

  it("fires at each interval without gaps, at the same time of day", () => {
    const given = fc.record({
      every: fc.integer({ min: 15, max: 40 }),
      unit: fc.constantFrom(...timeUnits),
      from: fc.constantFrom("2030-01-31", "2028-02-29", "2030-03-28"),
      at: fc.constantFrom("09:00", "00:30", "23:45"),
    });
    // At most ten years.
    const allowed = given.map((one) => (one.unit === "years" ? { ...one, every: 1 + (one.every % 10) } : one));
    fc.assert(
      fc.property(allowed, fc.integer({ min: 0, max: 3_000 }), (config, days) => {
        const start = Date.parse("2030-04-01T00:00:00Z") + days * 86_400_000;
        const parsed = every(config);
        const first = Date.parse(period.next(parsed, start, zone));
        expect(first).toBeGreaterThan(start);
        // From just before it, it is still the next one.
        expect(Date.parse(period.next(parsed, first - 1, zone))).toBe(first);
        const second = Date.parse(period.next(parsed, first, zone));
        expect(second).toBeGreaterThan(first);
        if (config.unit === "minutes" || config.unit === "hours") return;
        expect(timeIn(first, zone)).toBe(config.at);
        const between = (Date.parse(dayOf(second, zone)) - Date.parse(dayOf(first, zone))) / 86_400_000;
        const [least, most] = { days: [1, 1], weeks: [7, 7], months: [28, 31], years: [365, 366] }[config.unit];
        expect(between).toBeGreaterThanOrEqual(config.every * (least ?? 0) - 3);
        expect(between).toBeLessThanOrEqual(config.every * (most ?? 0) + 3);
      }),
    );
  });
});

describe("a period over a change of clocks", () => {
  /** All firings of a year. */
  const firings = (given: object, timeZone: string): number[] => {
    const parsed = every({ from: "2029-12-01", ...given });
    const end = Date.parse(instantOf("2031-01-01", "00:00", timeZone));
    const all: number[] = [];
    for (let at = Date.parse(instantOf("2030-01-01", "00:00", timeZone)) - 1; ;) {
      at = Date.parse(period.next(parsed, at, timeZone));
      if (at >= end) return all;
      all.push(at);
    }
  };
  const zones = ["Asia/Jerusalem", "Europe/Budapest", "America/New_York", "Australia/Lord_Howe", "America/Santiago"];

  it.each(zones)("of a day fires once on each day, also at times that a day has twice or not at all: %s", (timeZone) => {
    for (const at of ["00:00", "00:30", "01:30", "02:00", "02:30", "03:00", "09:00"]) {
      const days = firings({ every: 1, unit: "days", at }, timeZone).map((ms) => dayOf(ms, timeZone));
      expect([at, days.length, new Set(days).size]).toEqual([at, 365, 365]);
    }
  });

  it.each(zones)("of hours and minutes keeps its distance: %s", (timeZone) => {
    for (const [count, unit, ms] of [
      [2, "hours", 7_200_000],
      [30, "minutes", 1_800_000],
    ] as const) {
      const all = firings({ every: count, unit, at: "00:30" }, timeZone);
      expect(all.slice(1).every((at, index) => at - (all[index] ?? 0) === ms)).toBe(true);
    }
  });

  it("keeps the time of day before and after, and moves a time that a day does not have", () => {
    // Clocks in Jerusalem go from 02:00 to 03:00 on 29 March 2030, and from 02:00 to 01:00 on 27 October.
    const at = (given: object, from: string) => after(from, { every: 1, unit: "days", from: "2030-01-01", ...given });
    expect(at({ at: "09:00" }, "2030-03-28T07:00:00Z")).toBe("2030-03-29T06:00:00.000Z");
    expect(at({ at: "09:00" }, "2030-10-26T06:00:00Z")).toBe("2030-10-27T07:00:00.000Z");
    expect(at({ at: "02:30" }, "2030-03-28T00:30:00Z")).toBe("2030-03-29T00:30:00.000Z");
    expect(at({ at: "02:30" }, "2030-03-29T00:30:00Z")).toBe("2030-03-29T23:30:00.000Z");
    const first = at({ at: "01:30" }, "2030-10-26T20:00:00Z");
    expect(["2030-10-26T22:30:00.000Z", "2030-10-26T23:30:00.000Z"]).toContain(first);
    expect(at({ at: "01:30" }, first)).toBe("2030-10-27T23:30:00.000Z");
  });
});

describe("a period that never fires", () => {
  it.each([
    ["weeks, on a weekday that never matches", { every: 1, unit: "weeks", weekdays: [5] }],
    ["14 days, on such a weekday", { every: 14, unit: "days", weekdays: [5] }],
    ["168 hours, on such a weekday", { every: 168, unit: "hours", weekdays: [5] }],
    ["days, from the end of time", { every: 1, unit: "days", from: "9999-12-31" }],
  ] as const)("%s, is never due, is detected quickly, and cannot be published", (_, given) => {
    const spent = processorTime();
    expect(after("2030-02-01T07:00:00Z", given)).toBe("9999-12-31T00:00:00.000Z");
    expect(spent()).toBeLessThan(1_000);
    expect(everyPeriod.problems?.(every(given), {} as never)).toEqual([
      { path: "weekdays", message: "automations.problem.neverStarts" },
    ]);
  });

  it("does not include a rare one", () => {
    // A Sunday 29 February; quarter hours of Wednesdays, from the end of a Wednesday.
    expect(after("2030-02-01T07:00:00Z", { every: 1, unit: "years", from: "2028-02-29", weekdays: [0] })).toBe(
      "2032-02-29T07:00:00.000Z",
    );
    expect(after("2030-02-06T22:00:00Z", { every: 15, unit: "minutes", weekdays: [3] })).toBe("2030-02-12T22:00:00.000Z");
  });
});

describe("a date that arrives", () => {
  it.each([
    [10, "years", true],
    [11, "years", false],
    [10_001, "minutes", false],
    [0, "days", false],
  ] as const)("%i %s before it: may be configured: %s", (amount, unit, isAllowed) => {
    const given = { fieldId: "f", when: "before", amount, unit };
    for (const { config } of [dateArrives, dueDate]) expect(config.safeParse(given).success).toBe(isAllowed);
  });

  const window = (from: string, to: string) => ({ from, to, timeZone: zone });
  const fires = (given: object, value: unknown, from: string, to: string) =>
    arriving.firesAt(onDate(given), { f: value }, window(from, to));

  it.each([
    ["on the day, at nine", {}, "2030-05-01", "2030-05-01T06:00:00.000Z"],
    ["three days before", { when: "before", amount: 3 }, "2030-05-01", "2030-04-28T06:00:00.000Z"],
    [
      "a month after, at 18:30",
      { when: "after", amount: 1, unit: "months", at: "18:30" },
      "2030-01-31",
      "2030-02-28T16:30:00.000Z",
    ],
    ["at the instant", {}, "2030-05-01T10:15:00.000Z", "2030-05-01T10:15:00.000Z"],
    [
      "90 minutes before the instant",
      { when: "before", amount: 90, unit: "minutes" },
      "2030-05-01T10:15:00.000Z",
      "2030-05-01T08:45:00.000Z",
    ],
    [
      "a week before an instant, over a change of clocks",
      { when: "before", amount: 1, unit: "weeks" },
      "2030-04-01T07:00:00.000Z",
      "2030-03-25T08:00:00.000Z",
    ],
    ["every year", { isYearly: true }, "1980-05-01", "2030-05-01T06:00:00.000Z"],
    // 01:30 on 6 May local time is still the 5th in UTC; in winter the offset differs by an hour.
    ["every year, at an instant of the night", { isYearly: true }, "2000-05-05T22:30:00.000Z", "2030-05-05T22:30:00.000Z"],
    ["every year, at an instant of another clock", { isYearly: true }, "2000-03-28T07:00:00.000Z", "2030-03-28T07:00:00.000Z"],
    ["every year, of 29 February", { isYearly: true }, "1980-02-29", "2030-02-28T07:00:00.000Z"],
    // 1980 was a leap year: ten days before 5 March were the 24th.
    [
      "every year, ten days before, over the end of February",
      { isYearly: true, when: "before", amount: 10 },
      "1980-03-05",
      "2030-02-23T07:00:00.000Z",
    ],
  ] as const)("%s", (_, given, value, expected) => {
    const [before, at, later] = [-60_000, 0, 60_000].map((ms) => new Date(Date.parse(expected) + ms).toISOString());
    expect(fires(given, value, before ?? "", at ?? "")).toBe(expected);
    expect(fires(given, value, at ?? "", later ?? "")).toBeNull();
    // Missed during an outage: fires once, for the planned time.
    expect(fires(given, value, "2030-01-01T00:00:00.000Z", "2030-12-01T00:00:00.000Z")).toBe(expected);
  });

  it("every year fires once for each anniversary, as far from it as asked, in whichever window", () => {
    const zones = fc.constantFrom("UTC", "Asia/Jerusalem", "America/New_York", "Pacific/Kiritimati");
    const given = fc.record({
      when: fc.constantFrom("before", "on", "after"),
      amount: fc.integer({ min: 1, max: 500 }),
      unit: fc.constantFrom("days", "weeks"),
      at: fc.constantFrom("09:00", "00:00", "23:45"),
    });
    const dates = fc.integer({ min: Date.UTC(1990, 0, 1), max: Date.UTC(2012, 11, 31) });
    fc.assert(
      fc.property(given, dates, zones, fc.integer({ min: 2020, max: 2030 }), (offset, ms, timeZone, year) => {
        const born = new Date(ms);
        // Plainly: by the calendar of UTC, whose days are all of the same length.
        const [month, date] = [born.getUTCMonth(), born.getUTCDate()];
        const isLeap = (one: number) => one % 4 === 0;
        const anniversary = Date.UTC(year, month, month === 1 && date === 29 && !isLeap(year) ? 28 : date);
        const days = (offset.when === "on" ? 0 : offset.when === "before" ? -1 : 1) * offset.amount;
        const firing = anniversary + days * (offset.unit === "weeks" ? 7 : 1) * 86_400_000;
        const expected = instantOf(new Date(firing).toISOString().slice(0, 10), offset.at, timeZone);
        const config = onDate({ ...offset, isYearly: true });
        const firesIn = (from: number, to: number) => {
          const [start = "", end = ""] = [from, to].map((one) => new Date(Date.parse(expected) + one).toISOString());
          return arriving.firesAt(config, { f: born.toISOString().slice(0, 10) }, { from: start, to: end, timeZone });
        };
        expect(firesIn(-60_000, 0)).toBe(expected);
        expect(firesIn(-40 * 86_400_000, 40 * 86_400_000)).toBe(expected);
        expect(firesIn(0, 300 * 86_400_000)).toBeNull();
        expect(firesIn(-300 * 86_400_000, -1)).toBeNull();
      }),
      { numRuns: 1_000 },
    );
  });

  it("does not fire without a date", () => {
    expect(fires({}, undefined, "2030-01-01T00:00:00.000Z", "2031-01-01T00:00:00.000Z")).toBeNull();
  });
});
