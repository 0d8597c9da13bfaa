import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sideBySide } from "./columns.ts";
import { lanesOf } from "./lanes.ts";
import { dayBeyond, daysOf } from "./periods.ts";
import { instantAt, minuteOf, spanOn, wallDay } from "./wall.ts";

const at = (iso: string) => Date.parse(iso);

describe("a day on the wall", () => {
  // Clocks go forward at 02:00 on 27 March 2026 and back at 02:00 on 25 October in Israel.
  const short = wallDay("2026-03-27", "Asia/Jerusalem");
  const long = wallDay("2026-10-25", "Asia/Jerusalem");
  const hours = ({ startMs, endMs }: { startMs: number; endMs: number }) => (endMs - startMs) / 3_600_000;

  it("has 23 hours when clocks go forward and 25 when they go back", () => {
    expect([hours(short), hours(long), hours(wallDay("2026-11-23", "Asia/Jerusalem"))]).toEqual([23, 25, 24]);
  });

  it("puts things at the time that the clocks show", () => {
    expect(minuteOf(at("2026-03-27T06:00:00Z"), short)).toBe(9 * 60);
    expect(minuteOf(at("2026-10-25T06:00:00Z"), long)).toBe(8 * 60);
    expect(spanOn(at("2026-03-26T23:30:00Z"), at("2026-03-27T00:30:00Z"), short)).toEqual({ from: 90, until: 210 });
  });

  it("shows what begins and ends in the hour that comes twice as long as it lasts", () => {
    // 01:30 summer time to 01:30 winter time.
    expect(spanOn(at("2026-10-24T22:30:00Z"), at("2026-10-24T23:30:00Z"), long)).toEqual({ from: 90, until: 150 });
  });

  it("clips to the day, and has no part in days beside it", () => {
    const day = wallDay("2026-11-23", "Europe/Budapest");
    const span = (from: string, until: string) => spanOn(at(from), at(until), day);
    expect(span("2026-11-22T22:00:00Z", "2026-11-23T01:00:00Z")).toEqual({ from: 0, until: 120 });
    expect(span("2026-11-23T22:00:00Z", "2026-11-24T10:00:00Z")).toEqual({ from: 23 * 60, until: 1440 });
    expect(span("2026-11-22T22:00:00Z", "2026-11-22T23:00:00Z")).toBeUndefined();
    expect(span("2026-11-23T23:00:00Z", "2026-11-24T00:00:00Z")).toBeUndefined();
    expect(span("2026-11-23T09:00:00Z", "2026-11-23T09:00:00Z")).toEqual({ from: 600, until: 600 });
  });

  it("finds the instant of a minute, also beyond midnight", () => {
    const zone = "America/New_York";
    expect(instantAt("2026-11-23", 10 * 60 + 15, zone)).toBe(at("2026-11-23T15:15:00Z"));
    expect(instantAt("2026-11-23", 25 * 60, zone)).toBe(at("2026-11-24T06:00:00Z"));
    expect(instantAt("2026-11-23", -60, zone)).toBe(at("2026-11-23T04:00:00Z"));
  });

  it("leads from a minute to its instant and back on every day of the year", () => {
    const zones = fc.constantFrom("Asia/Jerusalem", "Europe/Budapest", "America/New_York", "Australia/Lord_Howe", "Asia/Tehran");
    fc.assert(
      fc.property(zones, fc.integer({ min: 0, max: 364 }), fc.integer({ min: 0, max: 95 }), (zone, after, quarter) => {
        const wall = wallDay(dayAfter("2026-01-01", after), zone);
        const ms = instantAt(wall.day, quarter * 15, zone);
        // What is skipped when clocks go forward comes after the gap.
        const shown = minuteOf(ms, wall);
        expect(shown === quarter * 15 || wall.endMs - wall.startMs < 86_400_000).toBe(true);
      }),
    );
  });
});

describe("the days of a view", () => {
  it("has weeks that begin as the region has them", () => {
    expect(daysOf("week", "2026-11-23", "en-US")[0]).toBe("2026-11-22");
    expect(daysOf("week", "2026-11-23", "he-IL")[0]).toBe("2026-11-22");
    expect(daysOf("week", "2026-11-23", "hu-HU")[0]).toBe("2026-11-23");
    expect(daysOf("week", "2026-11-22", "ru-RU")[0]).toBe("2026-11-16");
  });

  it("shows a month in whole weeks", () => {
    const days = daysOf("month", "2026-11-23", "en-US");
    expect([days[0], days.at(-1), days.length]).toEqual(["2026-11-01", "2026-12-05", 35]);
    expect(daysOf("month", "2026-08-10", "hu-HU")).toHaveLength(42);
    expect(daysOf("month", "2026-02-10", "en-US")).toHaveLength(28);
  });

  it("goes on by what it shows", () => {
    expect(dayBeyond("month", "2026-01-31", 1)).toBe("2026-02-28");
    expect(dayBeyond("week", "2026-11-23", -1)).toBe("2026-11-16");
    expect(dayBeyond("day", "2026-12-31", 1)).toBe("2027-01-01");
  });
});

describe("side by side", () => {
  type Spans = readonly (readonly [number, number])[];
  const items = (...spans: Spans) =>
    spans.map(([from, until], index) => ({ item: String.fromCodePoint(97 + index), from, until }));
  const seen = (spans: Spans, options?: Parameters<typeof sideBySide>[1]) =>
    Object.fromEntries(
      sideBySide(items(...spans), options).placed.map(({ item, column, columns, width }) => [
        item,
        `${column}+${width}/${columns}`,
      ]),
    );

  it("leaves alone what touches, and divides what overlaps", () => {
    expect(
      seen([
        [0, 60],
        [60, 120],
      ]),
    ).toEqual({ a: "0+1/1", b: "0+1/1" });
    expect(
      seen([
        [0, 60],
        [30, 120],
        [60, 90],
      ]),
    ).toEqual({ a: "0+1/2", b: "1+1/2", c: "0+1/2" });
  });

  it("gives what has free columns beside it their room", () => {
    expect(
      seen([
        [0, 60],
        [0, 60],
        [0, 60],
        [60, 120],
        [50, 100],
      ]),
    ).toMatchObject({ d: "0+3/4" });
  });

  it("takes what is short for as long as it is drawn", () => {
    expect(
      seen(
        [
          [0, 5],
          [10, 20],
        ],
        { shortest: 30 },
      ),
    ).toEqual({ a: "0+1/2", b: "1+1/2" });
  });

  it("gathers what finds no column", () => {
    const { placed, crowds } = sideBySide(items([0, 60], [0, 50], [10, 40], [20, 90], [200, 220]), { most: 2 });
    expect(placed.map(({ item, columns }) => `${item}/${columns}`)).toEqual(["a/3", "b/3", "e/1"]);
    expect(crowds).toEqual([{ from: 10, until: 90, items: ["c", "d"], column: 2 }]);
  });

  it("never lets two overlap, whatever they are, and loses none", () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 60 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 40 }), fc.integer({ min: 1, max: 12 }), (spans, most) => {
        const all = spans.map(([from, length], item) => ({ item, from, until: from + length }));
        const { placed, crowds } = sideBySide(all, { most });
        const found = [...placed.map(({ item }) => item), ...crowds.flatMap((crowd) => crowd.items)];
        expect(found.toSorted((a, b) => a - b)).toEqual(all.map(({ item }) => item));
        for (const one of placed) {
          expect(one.column + one.width).toBeLessThanOrEqual(Math.min(one.columns, most));
          for (const other of placed) {
            if (one === other || one.until <= other.from || other.until <= one.from) continue;
            expect(one.columns).toBe(other.columns);
            expect(one.column + one.width <= other.column || other.column + other.width <= one.column).toBe(true);
          }
        }
      }),
    );
  });
});

describe("lanes", () => {
  it("puts bars below each other, as high up as there is room", () => {
    const { bars, height } = lanesOf(
      [
        { item: "a", from: 0, until: 2 },
        { item: "b", from: 2, until: 3 },
        { item: "c", from: 3, until: 3 },
        { item: "d", from: -5, until: 0 },
        { item: "e", from: 7, until: 9 },
      ],
      7,
    );
    expect(bars.map(({ item, lane, from, until }) => `${item}${lane}:${from}-${until}`)).toEqual([
      "a0:0-2",
      "b1:2-3",
      "c0:3-3",
      "d1:0-0",
    ]);
    expect(height).toBe(2);
  });

  it("counts on each day what is left out", () => {
    const one = (item: string, from: number, until = from) => ({ item, from, until });
    const { bars, hidden } = lanesOf([one("a", 0, 1), one("b", 0), one("c", 0, 2), one("d", 2)], 3, 2);
    expect(bars.map(({ item }) => item)).toEqual(["a", "b", "d"]);
    expect(hidden).toEqual([1, 1, 1]);
  });
});
