import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayAfter, instantOf } from "../../kernel/zoned-time.ts";
import { fromRRule, toRRule } from "./rrule.ts";
import { seriesIn } from "./rules.fixture.ts";
import type { Rule, Start } from "./schema.ts";
import { zones } from "./zones.fixture.ts";

const start: Start = { day: "2026-11-25", time: "09:00", timeZone: "Asia/Jerusalem" };
const never = { type: "never" } as const;

describe("RRULE", () => {
  it.each<[string, Rule]>([
    ["FREQ=DAILY", { frequency: "day", every: 1, ends: never }],
    [
      "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=SU;COUNT=6",
      { frequency: "week", every: 2, weekdays: ["MO", "TH"], weekStart: "SU", ends: { type: "after", times: 6 } },
    ],
    // The end of the day in Jerusalem, in UTC.
    [
      "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20261231T215959Z",
      {
        frequency: "month",
        every: 1,
        on: { by: "weekday", week: "last", weekday: "FR" },
        ends: { type: "on", day: "2026-12-31" },
      },
    ],
    ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1", { frequency: "year", every: 1, month: 2, on: { by: "day", day: -1 }, ends: never }],
  ])("%s", (text, rule) => {
    expect(toRRule(rule, start)).toBe(text);
    expect(fromRRule(text, start)).toEqual(rule);
  });

  it("there and back is the same rule", () => {
    fc.assert(
      fc.property(seriesIn(zones()), ({ rule, start: begin }) => {
        const { ends } = rule;
        const { time, timeZone } = begin;
        // Where a zone left out a day, two days of a series are one instant, and its end is either.
        const at = (day: string) => time !== null && instantOf(day, time, timeZone);
        fc.pre(ends.type !== "on" || time === null || at(ends.day) !== at(dayAfter(ends.day)));
        expect(fromRRule(toRRule(rule, begin), begin)).toEqual(rule);
      }),
      { numRuns: 1_000 },
    );
  });

  it("includes the last day where the clocks move its time beyond its end", () => {
    // Samoa left out 30 December 2011; what is on that day is a day later.
    const apia: Start = { day: "2011-12-01", time: "09:00", timeZone: "Pacific/Apia" };
    const rule: Rule = { frequency: "day", every: 1, ends: { type: "on", day: "2011-12-30" } };
    expect(toRRule(rule, apia)).toBe("FREQ=DAILY;UNTIL=20111230T190000Z");
  });

  it.each<[string, string]>([
    ["RRULE:FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY;BYDAY=WE"],
    ["freq=monthly;interval=1", "FREQ=MONTHLY;BYMONTHDAY=25"],
    ["FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=11;BYMONTHDAY=25"],
    ["FREQ=MONTHLY;BYDAY=TU;BYSETPOS=-1", "FREQ=MONTHLY;BYDAY=-1TU"],
    ["FREQ=MONTHLY;BYDAY=+1TU", "FREQ=MONTHLY;BYDAY=1TU"],
    // Until 8:59 in Jerusalem: the day before is the last one.
    ["FREQ=DAILY;UNTIL=20261231T065900Z", "FREQ=DAILY;UNTIL=20261230T215959Z"],
    ["FREQ=DAILY;UNTIL=20261231T070000Z", "FREQ=DAILY;UNTIL=20261231T215959Z"],
    ["FREQ=DAILY;UNTIL=20261231", "FREQ=DAILY;UNTIL=20261231T215959Z"],
    ["FREQ=DAILY;UNTIL=99991231T235959Z", "FREQ=DAILY"],
  ])("%s is read as %s", (text, same) => {
    const rule = fromRRule(text, start);
    expect(rule && toRRule(rule, start)).toBe(same);
  });

  it.each([
    "",
    "FREQ",
    "FREQ=",
    "FREQ=HOURLY",
    "FREQ=DAILY;FREQ=DAILY",
    "FREQ=DAILY;COUNT=2;UNTIL=20261231",
    "FREQ=DAILY;COUNT=0",
    "FREQ=DAILY;COUNT=1001",
    "FREQ=DAILY;INTERVAL=0",
    "FREQ=DAILY;INTERVAL=1e3",
    "FREQ=DAILY;BYHOUR=9",
    "FREQ=DAILY;BYDAY=MO",
    "FREQ=DAILY;UNTIL=20261331",
    "FREQ=DAILY;UNTIL=20261231T250000Z",
    "FREQ=WEEKLY;BYDAY=1MO",
    "FREQ=WEEKLY;WKST=XX",
    "FREQ=MONTHLY;BYMONTHDAY=1,15",
    "FREQ=MONTHLY;BYMONTHDAY=-2",
    "FREQ=MONTHLY;BYMONTHDAY=0",
    "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
    "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    "FREQ=MONTHLY;BYDAY=-2MO",
    "FREQ=MONTHLY;BYDAY=5MO",
    "FREQ=MONTHLY;BYDAY=1MO;BYSETPOS=1",
    "FREQ=YEARLY;BYDAY=20MO",
    "FREQ=YEARLY;BYMONTH=6,7",
    "FREQ=YEARLY;BYMONTHDAY=1",
    "FREQ=YEARLY;BYYEARDAY=100",
  ])("%j is more than a rule here can say", (text) => {
    expect(fromRRule(text, start)).toBeUndefined();
  });

  it("the first and the last days that can be chosen go there and back", () => {
    for (const timeZone of ["Pacific/Kiritimati", "Etc/GMT+12", "Asia/Jerusalem"])
      for (const day of ["9998-12-31", "9998-12-30", "2026-11-25"]) {
        const rule: Rule = { frequency: "day", every: 1, ends: { type: "on", day } };
        const begin = { ...start, time: "23:59", timeZone };
        expect(fromRRule(toRRule(rule, begin), begin)).toEqual(rule);
      }
  });

  it("no text is an error", () => {
    const parts = fc.constantFrom(
      ..."FREQ=DAILY BYDAY=MO COUNT=3 UNTIL=20261231T000000Z UNTIL=99981231T235959Z UNTIL=00010101T000000Z UNTIL=01000101 BYSETPOS= =; RRULE: WKST=SU".split(
        " ",
      ),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(parts).map((list) => list.join(";")),
        ),
        (text) => {
          fromRRule(text, start);
          fromRRule(text, { ...start, timeZone: "Pacific/Kiritimati" });
          fromRRule(text, { ...start, time: null, timeZone: "Etc/GMT+12" });
        },
      ),
    );
  });
});
