import { Temporal } from "@js-temporal/polyfill";
import fc from "fast-check";
import { rrulestr } from "rrule";
import { processorTime } from "@kartis/tests/support/processor-time.ts";
import { describe, expect, it } from "vitest";
import { dayAfter } from "../../kernel/zoned-time.ts";
import { firstOf, nextAfter, type Occurrence, occurrencesIn, reasonAgainst } from "./occurrences.ts";
import { fromRRule, toRRule } from "./rrule.ts";
import { seriesIn } from "./rules.fixture.ts";
import { type Rule, RuleSchema, type Series, SeriesSchema, type Start } from "./schema.ts";
import { zones } from "./zones.fixture.ts";

const wholeDays = (day: string): Start => ({ day, time: null, timeZone: "UTC" });
const never = { type: "never" } as const;
const ever = { from: "0100-01-01", until: "9999-12-31" };

function seriesOf(rrule: string, start: Start, exceptions: Series["exceptions"] = []): Series {
  const rule = fromRRule(rrule, start);
  if (!rule) throw new Error(`Not a rule: ${rrule}`);
  return { rule, start, exceptions };
}
const daysOf = (series: Series, limit = 60) => occurrencesIn(series, ever, limit).map(({ day }) => day);

/** “1997: 9/2 9/3; 1998: 1/2” */
const dates = (text: string): string[] =>
  text.split("; ").flatMap((part) => {
    const [year, days = ""] = part.split(": ");
    return days.split(" ").map(
      (day) =>
        `${year}-${day
          .split("/")
          .map((number) => number.padStart(2, "0"))
          .join("-")}`,
    );
  });

/** RFC 5545 section 3.8.5.3, the rules of the kinds that are known here; all at 9:00 in New York. */
const examples: readonly (readonly [rule: string, start: string, days: string])[] = [
  ["FREQ=DAILY;COUNT=10", "1997-09-02", "1997: 9/2 9/3 9/4 9/5 9/6 9/7 9/8 9/9 9/10 9/11"],
  ["FREQ=DAILY;INTERVAL=10;COUNT=5", "1997-09-02", "1997: 9/2 9/12 9/22 10/2 10/12"],
  ["FREQ=WEEKLY;COUNT=10", "1997-09-02", "1997: 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4"],
  [
    "FREQ=WEEKLY;UNTIL=19971224T000000Z",
    "1997-09-02",
    "1997: 9/2 9/9 9/16 9/23 9/30 10/7 10/14 10/21 10/28 11/4 11/11 11/18 11/25 12/2 12/9 12/16 12/23",
  ],
  [
    "FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH",
    "1997-09-02",
    "1997: 9/2 9/4 9/9 9/11 9/16 9/18 9/23 9/25 9/30 10/2",
  ],
  [
    "FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR",
    "1997-09-01",
    "1997: 9/1 9/3 9/5 9/15 9/17 9/19 9/29 10/1 10/3 10/13 10/15 10/17 10/27 10/29 10/31 11/10 11/12 11/14 11/24 11/26 11/28 12/8 12/10 12/12 12/22",
  ],
  ["FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH", "1997-09-02", "1997: 9/2 9/4 9/16 9/18 9/30 10/2 10/14 10/16"],
  ["FREQ=MONTHLY;COUNT=10;BYDAY=1FR", "1997-09-05", "1997: 9/5 10/3 11/7 12/5; 1998: 1/2 2/6 3/6 4/3 5/1 6/5"],
  ["FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR", "1997-09-05", "1997: 9/5 10/3 11/7 12/5"],
  ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO", "1997-08-05", "1997: 8/5 8/10 8/19 8/24"],
  ["FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU", "1997-08-05", "1997: 8/5 8/17 8/19 8/31"],
  // Days that do not exist are skipped and not counted (section 3.3.10).
  ["FREQ=MONTHLY;COUNT=4", "2026-01-31", "2026: 1/31 3/31 5/31 7/31"],
  ["FREQ=YEARLY;COUNT=3", "2024-02-29", "2024: 2/29; 2028: 2/29; 2032: 2/29"],
  ["FREQ=YEARLY;COUNT=2", "2096-02-29", "2096: 2/29; 2104: 2/29"],
  ["FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3", "2026-01-31", "2026: 1/31 2/28 3/31"],
  ["FREQ=MONTHLY;BYDAY=2TU;COUNT=2", "2026-11-10", "2026: 11/10 12/8"],
  ["FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2;COUNT=2", "2026-11-10", "2026: 11/10 12/8"],
  ["FREQ=YEARLY;BYMONTH=11;BYDAY=4TH;COUNT=2", "2026-11-26", "2026: 11/26; 2027: 11/25"],
  // A start that the rule does not give is none of its occurrences.
  ["FREQ=WEEKLY;BYDAY=MO;COUNT=2", "2026-01-01", "2026: 1/5 1/12"],
];

describe("the examples of RFC 5545", () => {
  it.each(examples)("%s from %s", (rrule, day, expected) => {
    expect(daysOf(seriesOf(rrule, { day, time: "09:00", timeZone: "America/New_York" }))).toEqual(dates(expected));
  });

  it("every day until Christmas, at nine before and after the clocks go back", () => {
    const series = seriesOf("FREQ=DAILY;UNTIL=19971224T000000Z", {
      day: "1997-09-02",
      time: "09:00",
      timeZone: "America/New_York",
    });
    const all = occurrencesIn(series, ever);
    expect([all.length, all[0]?.at, all.at(-1)?.at]).toEqual([113, "1997-09-02T13:00:00.000Z", "1997-12-23T14:00:00.000Z"]);
    expect(all.find(({ day }) => day === "1997-10-25")?.at).toBe("1997-10-25T13:00:00.000Z");
    expect(all.find(({ day }) => day === "1997-10-26")?.at).toBe("1997-10-26T14:00:00.000Z");
  });
});

describe("clock changes", () => {
  const daily = (day: string, time: string, timeZone = "Asia/Jerusalem"): Series => ({
    rule: { frequency: "day", every: 1, ends: never },
    start: { day, time, timeZone },
    exceptions: [],
  });

  it("a time that is skipped is as much later, and what it was the next day", () => {
    expect(occurrencesIn(daily("2026-03-26", "02:30"), ever, 3).map(({ at }) => at)).toEqual([
      "2026-03-26T00:30:00.000Z",
      "2026-03-27T00:30:00.000Z",
      "2026-03-27T23:30:00.000Z",
    ]);
  });

  it("a time that comes twice is the first one", () => {
    expect(occurrencesIn(daily("2026-10-25", "01:30"), ever, 1)[0]?.at).toBe("2026-10-24T22:30:00.000Z");
  });

  it("a day that a zone left out is the next one", () => {
    const apia = occurrencesIn(daily("2011-12-29", "09:00", "Pacific/Apia"), ever, 3);
    expect(apia).toEqual([
      { day: "2011-12-29", at: "2011-12-29T19:00:00.000Z" },
      { day: "2011-12-30", at: "2011-12-30T19:00:00.000Z" },
      { day: "2011-12-31", at: "2011-12-30T19:00:00.000Z" },
    ]);
  });
});

/** The same by the package rrule in days, and by Temporal for the clocks: nothing of either is used here. */
function independently({ rule, start }: Series, limit: number): Occurrence[] {
  const utc = (day: string) => `${day.replaceAll("-", "")}T000000Z`;
  const text = toRRule(rule, wholeDays(start.day)).replace(/(?<=UNTIL=\d{8})/, "T000000Z");
  const found: Occurrence[] = [];
  rrulestr(`DTSTART:${utc(start.day)}\nRRULE:${text}`).all((date) => {
    const day = date.toISOString().slice(0, 10);
    const at =
      start.time === null
        ? null
        : Temporal.PlainDateTime.from(`${day}T${start.time}`).toZonedDateTime(start.timeZone).epochMilliseconds;
    found.push({ day, at: at === null ? null : new Date(at).toISOString() });
    // The rarest rules would be searched for centuries.
    return found.length < limit && day < "2150";
  });
  return found;
}

const isOver = (series: Series, length: number) => occurrencesIn(series, ever, length + 1).length === length;

describe("against independent implementations", () => {
  const some = zones();

  it(`any rule is the same, in ${some.length} zones`, () => {
    fc.assert(
      fc.property(seriesIn(some), (series) => {
        const theirs = independently(series, 30);
        expect(occurrencesIn(series, ever, theirs.length)).toEqual(theirs);
        expect(theirs.length === 30 || (theirs.at(-1)?.day ?? "") >= "2150" || isOver(series, theirs.length)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it.each(some)("%s: every day of a year, at a time in which clocks change", (timeZone) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1970, max: 2037 }),
        fc.constantFrom("00:00", "00:30", "01:30", "02:15", "03:00", "23:45"),
        (year, time) => {
          const start = { day: `${year}-01-01`, time, timeZone };
          const rule: Rule = { frequency: "day", every: 1, ends: { type: "on", day: `${year}-12-31` } };
          const series = { rule, start, exceptions: [] };
          expect(occurrencesIn(series, ever)).toEqual(independently(series, 400));
        },
      ),
      { numRuns: 3 },
    );
  });
});

describe("a window", () => {
  const some = zones();

  const placeOf = ({ day, at }: Occurrence) => at ?? day;
  /** A bound so many days after the start, at an hour for series with a time. */
  const boundOf = ({ start }: Series, days: number, hour: string) =>
    start.time === null ? dayAfter(start.day, days) : `${dayAfter(start.day, days)}T${hour}:00:00.000Z`;
  const hour = fc.constantFrom("00", "05", "11", "17", "23");

  it("has what the whole has inside it", () => {
    fc.assert(
      fc.property(seriesIn(some), fc.nat(400), fc.nat(400), hour, (series, skipped, length, at) => {
        const whole = occurrencesIn(series, ever, 80);
        const [from, until] = [boundOf(series, skipped, at), boundOf(series, skipped + length, at)];
        // Occurrences beyond the expanded part prove nothing.
        const end = whole.length === 80 ? placeOf(whole[79] ?? { day: from, at: null }) : "9999";
        const inside = whole.filter((occurrence) => placeOf(occurrence) >= from && placeOf(occurrence) < until);
        const found = occurrencesIn(series, { from, until }).filter((occurrence) => placeOf(occurrence) <= end);
        expect(found).toEqual(inside);
      }),
      { numRuns: 500 },
    );
  });

  it("has what begins in the evening before it, or in the morning after it, by the clocks of the zone", () => {
    const start = fc.record({
      day: fc.constant("2026-01-01"),
      time: fc.constantFrom("00:15", "12:00", "23:30"),
      timeZone: fc.constantFrom(...some),
    });
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 300 }), hour, (begin, skipped, at) => {
        const series: Series = { rule: { frequency: "day", every: 1, ends: never }, start: begin, exceptions: [] };
        const [from, until] = [boundOf(series, skipped, at), boundOf(series, skipped + 2, at)];
        const whole = occurrencesIn(series, ever, 310).map(placeOf);
        expect(occurrencesIn(series, { from, until }).map(placeOf)).toEqual(
          whole.filter((place) => place >= from && place < until),
        );
      }),
      { numRuns: 50 },
    );
  });

  it("has the same far from the start", () => {
    fc.assert(
      fc.property(seriesIn(["UTC"]), fc.nat(15_000), fc.nat(800), (timed, skipped, length) => {
        const series = { ...timed, start: { ...timed.start, time: null } };
        const [from, until] = [dayAfter(series.start.day, skipped), dayAfter(series.start.day, skipped + length)];
        const whole = occurrencesIn(series, { from: series.start.day, until }, Infinity);
        expect(occurrencesIn(series, { from, until }, Infinity)).toEqual(whole.filter(({ day }) => day >= from));
      }),
      { numRuns: 300 },
    );
  });

  it("the next is the first after", () => {
    fc.assert(
      fc.property(seriesIn(some), fc.nat(20), (series, index) => {
        const whole = occurrencesIn(series, ever, 40);
        const after = whole[index];
        fc.pre(after !== undefined && index < 39);
        const later = whole.find((other) => placeOf(other) > placeOf(after));
        expect(nextAfter(series, placeOf(after))).toEqual(later);
      }),
    );
  });

  it("far from the start is found without counting there, and never more than the limit", () => {
    const series = seriesOf("FREQ=DAILY", wholeDays("0100-01-01"));
    const spent = processorTime();
    for (let run = 0; run < 200; run++) nextAfter(series, "9990-01-01");
    expect(nextAfter(series, "9990-01-01")).toEqual({ day: "9990-01-02", at: null });
    expect(spent()).toBeLessThan(1_000);
    expect(occurrencesIn(series, ever)).toHaveLength(1_000);
    expect(nextAfter(series, "9999-12-31")).toBeUndefined();
  });

  it("empty or turned around has nothing", () => {
    const series = seriesOf("FREQ=DAILY", wholeDays("2026-01-01"));
    expect(occurrencesIn(series, { from: "2026-02-01", until: "2026-02-01" })).toEqual([]);
    expect(occurrencesIn(series, { from: "2026-02-02", until: "2026-02-01" })).toEqual([]);
  });
});

describe("exceptions", () => {
  it("are left out after they were counted", () => {
    const series = seriesOf("FREQ=DAILY;COUNT=5", wholeDays("2026-01-01"), [{ type: "removed", day: "2026-01-03" }]);
    expect(daysOf(series)).toEqual(["2026-01-01", "2026-01-02", "2026-01-04", "2026-01-05"]);
    expect(nextAfter(series, "2026-01-02")?.day).toBe("2026-01-04");
  });

  it("name the day of the rule, whatever the clocks did to it", () => {
    const start = { day: "2026-03-26", time: "02:30", timeZone: "Asia/Jerusalem" };
    const series = seriesOf("FREQ=DAILY;COUNT=3", start, [{ type: "removed", day: "2026-03-27" }]);
    expect(daysOf(series)).toEqual(["2026-03-26", "2026-03-28"]);
  });
});

describe("a series that is none", () => {
  const yearly = (month: number, day: number, ends: Rule["ends"] = never): Rule => ({
    frequency: "year",
    every: 1,
    month,
    on: { by: "day", day },
    ends,
  });
  const from = (rule: Rule, day = "2026-11-25", exceptions: Series["exceptions"] = []): Series => ({
    rule,
    start: wholeDays(day),
    exceptions,
  });

  it.each<[string, Series]>([
    ["30 February", from(yearly(2, 30))],
    [
      "the 31st of every twelfth month, from April on",
      from({ frequency: "month", every: 12, on: { by: "day", day: 31 }, ends: never }, "2026-04-01"),
    ],
    ["29 February until 2027", from(yearly(2, 29, { type: "on", day: "2027-12-31" }))],
    [
      "a Monday until Sunday",
      from({ frequency: "week", every: 1, weekdays: ["MO"], weekStart: "MO", ends: { type: "on", day: "2026-11-29" } }),
    ],
    [
      "all removed",
      from({ frequency: "day", every: 1, ends: { type: "after", times: 1 } }, "2026-11-25", [
        { type: "removed", day: "2026-11-25" },
      ]),
    ],
  ])("never occurs: %s", (_, series) => {
    expect(reasonAgainst(series)).toBe("validation.recurrence.neverOccurs");
    const { error } = SeriesSchema.safeParse(series);
    expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["rule.ends", "validation.recurrence.neverOccurs"],
    ]);
  });

  it("is found out within a moment", () => {
    const spent = processorTime();
    for (let run = 0; run < 10; run++) reasonAgainst(from(yearly(2, 30)));
    expect(spent()).toBeLessThan(1_000);
  });

  it("ends before it starts", () => {
    const series = from({ frequency: "day", every: 1, ends: { type: "on", day: "2026-11-24" } });
    expect(reasonAgainst(series)).toBe("validation.recurrence.endsBeforeStart");
    expect(SeriesSchema.safeParse(series).success).toBe(false);
  });

  it("29 February occurs, if only in the next leap year", () => {
    expect(firstOf(from(yearly(2, 29)))?.day).toBe("2028-02-29");
  });
});

describe("what a rule may be", () => {
  const good: Rule = { frequency: "week", every: 1, weekdays: ["MO"], weekStart: "SU", ends: never };

  it.each<[string, unknown]>([
    ["no interval", { ...good, every: 0 }],
    ["half an interval", { ...good, every: 1.5 }],
    ["an endless interval", { ...good, every: 2 ** 53 }],
    ["no weekday", { ...good, weekdays: [] }],
    ["an unknown weekday", { ...good, weekdays: ["XX"] }],
    ["no times", { ...good, ends: { type: "after", times: 0 } }],
    ["too many times", { ...good, ends: { type: "after", times: 1_001 } }],
    ["an end that is no day", { ...good, ends: { type: "on", day: "2026-02-30" } }],
    ["the day 32", { frequency: "month", every: 1, on: { by: "day", day: 32 }, ends: never }],
    ["the fifth week", { frequency: "month", every: 1, on: { by: "weekday", week: "fifth", weekday: "MO" }, ends: never }],
    ["month 13", { frequency: "year", every: 1, month: 13, on: { by: "day", day: 1 }, ends: never }],
    ["hours", { frequency: "hour", every: 1, ends: never }],
  ])("not %s", (_, rule) => {
    expect(RuleSchema.safeParse(good).success).toBe(true);
    expect(RuleSchema.safeParse(rule).success).toBe(false);
  });

  it("weekdays are put in order, each once", () => {
    expect(RuleSchema.parse({ ...good, weekdays: ["SU", "MO", "SU"] })).toMatchObject({ weekdays: ["MO", "SU"] });
  });

  it.each<[string, Partial<Start>]>([
    ["day", { day: "2026-13-01" }],
    ["day", { day: "0000-01-01" }],
    ["day", { day: "9999-12-31" }],
    ["day", { day: "\ud800" }],
    ["day", { day: "x".repeat(10_000) }],
    ["zone", { timeZone: "x".repeat(10_000) }],
    ["time", { time: "24:00" }],
    ["zone", { timeZone: "Mars/Olympus" }],
  ])("a start has a %s that exists", (_, change) => {
    const start = { day: "2026-11-25", time: "09:00", timeZone: "Asia/Jerusalem" };
    expect(SeriesSchema.safeParse({ rule: good, start }).success).toBe(true);
    expect(SeriesSchema.safeParse({ rule: good, start: { ...start, ...change } }).success).toBe(false);
  });
});
