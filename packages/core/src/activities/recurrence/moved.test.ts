import fc from "fast-check";
import { expect, it } from "vitest";
import { dayAfter } from "../../kernel/zoned-time.ts";
import { moved } from "./moved.ts";
import { daysOf } from "./occurrences.ts";
import { ruleFrom, someDay } from "./rules.fixture.ts";
import type { Rule, Series } from "./schema.ts";
import { weekdayOf } from "./weeks.ts";

type Dates = Pick<Series, "rule" | "start">;
const from = (day: string, rule: Rule): Dates => ({ rule, start: { day, time: null, timeZone: "UTC" } });
const until = (day: string) => ({ type: "on", day }) as const;
const days = (series: Dates) => [...daysOf(series)];

it("moves an end to either side with every date", () => {
  const daily = from("2030-06-03", { frequency: "day", every: 2, ends: until("2030-06-10") });
  expect(days(moved(daily, "2030-06-05", "2030-06-04"))).toEqual(["2030-06-02", "2030-06-04", "2030-06-06", "2030-06-08"]);
  expect(days(moved(daily, "2030-06-05", "2030-06-08"))).toEqual(["2030-06-06", "2030-06-08", "2030-06-10", "2030-06-12"]);
  const weekly: Rule = { frequency: "week", every: 1, weekdays: ["MO"], weekStart: "MO", ends: until("2030-06-17") };
  const toSaturday = moved(from("2030-06-03", weekly), "2030-06-10", "2030-06-08");
  expect(days(toSaturday)).toEqual(["2030-06-01", "2030-06-08", "2030-06-15"]);
});

it("moves one of several days of a week, past the others too", () => {
  const rule: Rule = { frequency: "week", every: 1, weekdays: ["MO", "WE"], weekStart: "MO", ends: until("2030-06-17") };
  const series = from("2030-06-03", rule);
  expect(days(series)).toEqual(["2030-06-03", "2030-06-05", "2030-06-10", "2030-06-12", "2030-06-17"]);
  expect(days(moved(series, "2030-06-10", "2030-06-14"))).toEqual([
    "2030-06-05",
    "2030-06-07",
    "2030-06-12",
    "2030-06-14",
    "2030-06-19",
  ]);
  expect(days(moved(series, "2030-06-12", "2030-06-09"))[0]).toBe("2030-06-02");
});

it("moves the only one of a series that ends before its other days of a week", () => {
  for (const ends of [{ type: "after", times: 1 } as const, until("2030-06-04")]) {
    const series = from("2030-06-03", { frequency: "week", every: 1, weekdays: ["MO", "TH"], weekStart: "MO", ends });
    expect(days(moved(series, "2030-06-03", "2030-06-07"))).toEqual(["2030-06-07"]);
  }
});

it("keeps the first and the last month of another weekday, which is not in every month as many days later", () => {
  const second = { by: "weekday", week: "second", weekday: "TU" } as const;
  const rule: Rule = { frequency: "month", every: 1, on: second, ends: until("2030-07-09") };
  // The second Wednesday of May is before the second Tuesday.
  const series = from("2030-05-14", rule);
  expect(days(series)).toEqual(["2030-05-14", "2030-06-11", "2030-07-09"]);
  expect(days(moved(series, "2030-06-11", "2030-06-12"))).toEqual(["2030-05-08", "2030-06-12", "2030-07-10"]);
});

it("has as many dates as before, the moved one among them: property", () => {
  const some = fc.tuple(someDay, fc.integer({ min: -6, max: 6 }), fc.nat()).chain(([day, by, nth]) => {
    return ruleFrom(day).map((rule) => ({ series: from(day, rule), by, nth }));
  });
  let checked = 0;
  fc.assert(
    fc.property(some, ({ series, by, nth }) => {
      const { rule } = series;
      if (rule.ends.type === "never") return;
      const before = days(series);
      const one = before[nth % Math.max(before.length, 1)];
      if (one === undefined || before.length > 1_000) return;
      const to = dayAfter(one, by);
      // A week that the number of times cuts short would end with another of its days.
      const isInLastWeek = rule.frequency === "week" && before.indexOf(one) >= before.length - rule.weekdays.length;
      if (isInLastWeek && rule.weekdays.length > 1 && rule.ends.type === "after") return;
      // What cannot keep its number: days that months lack, two days that become one, and weeks in which it does not take place.
      if ((rule.frequency === "month" || rule.frequency === "year") && Number(to.slice(8)) > 28) return;
      if ("on" in rule && rule.on.by === "day" && rule.on.day > 28) return;
      if (rule.frequency === "week" && rule.weekdays.length > 1 && (rule.every > 1 || rule.weekdays.includes(weekdayOf(to))))
        return;
      const after = days(moved(series, one, to));
      expect(after).toHaveLength(before.length);
      expect(after).toContain(to);
      checked++;
    }),
    { numRuns: 500 },
  );
  expect(checked).toBeGreaterThan(50);
});
