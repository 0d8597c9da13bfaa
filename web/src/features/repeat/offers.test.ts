import { describe, expect, it } from "vitest";
import { nextAfter } from "@kartis/core/activities/recurrence/occurrences.ts";
import { RuleSchema } from "@kartis/core/activities/recurrence/schema.ts";
import { draftOf, nextDates, ruleOf } from "./draft.ts";
import { isEveryWorkday, offersFor, partsOf } from "./offers.ts";

const place = { region: "US", weekStart: "SU" } as const;
const ruleNamed = (id: string, due: string, at: Parameters<typeof offersFor>[1] = place) =>
  offersFor(due, at).find((offer) => offer.id === id)?.rule;

describe("the rules offered for a due date", () => {
  it.each([
    ["2026-11-01", ["first"]],
    ["2026-11-07", ["first"]],
    ["2026-11-08", ["second"]],
    ["2026-11-15", ["third"]],
    ["2026-11-23", ["fourth"]],
    ["2026-11-24", ["fourth", "last"]],
    ["2026-11-30", ["last"]],
    ["2026-02-22", ["fourth", "last"]],
    ["2028-02-22", ["fourth"]],
    ["2028-02-29", ["last"]],
    ["2026-12-31", ["last"]],
  ])("names %s by its weekday as the %j of the month", (due, weeks) => {
    expect(partsOf(due).weeks).toEqual(weeks);
  });

  it("goes from every day to every year, in an order that does not depend on the date", () => {
    expect(offersFor("2026-11-30", place).map(({ id }) => id)).toEqual([
      "day",
      "workdays",
      "week",
      "week2",
      "month",
      "month.last",
      "year",
    ]);
    expect(offersFor("2026-11-24", place).map(({ id }) => id)).toContain("month.nth");
  });

  it("takes the weekday, the day and the month from the date", () => {
    expect(ruleNamed("week2", "2026-11-23")).toMatchObject({ every: 2, weekdays: ["MO"], weekStart: "SU" });
    expect(ruleNamed("month", "2026-11-23")).toMatchObject({ on: { by: "day", day: 23 } });
    expect(ruleNamed("month.nth", "2026-11-23")).toMatchObject({ on: { by: "weekday", week: "fourth", weekday: "MO" } });
    expect(ruleNamed("year", "2026-11-23")).toMatchObject({ month: 11, on: { by: "day", day: 23 } });
  });

  it("works from Sunday to Thursday in Israel, and from Monday to Friday elsewhere", () => {
    const israel = ruleNamed("workdays", "2026-11-23", { region: "IL", weekStart: "SU" });
    expect(israel).toMatchObject({ weekdays: ["MO", "TU", "WE", "TH", "SU"] });
    expect(ruleNamed("workdays", "2026-11-23")).toMatchObject({ weekdays: ["MO", "TU", "WE", "TH", "FR"] });
    expect(israel && isEveryWorkday(israel, "IL")).toBe(true);
    expect(israel && isEveryWorkday(israel, "HU")).toBe(false);
  });

  it.each(["2026-11-23", "2028-02-29", "2026-12-31", "2026-05-31"])(
    "offers only rules of the schema that occur again, for %s",
    (day) => {
      for (const { rule } of offersFor(day, place)) {
        expect(RuleSchema.parse(rule)).toEqual(rule);
        const series = { rule, start: { day, time: null, timeZone: "UTC" }, exceptions: [] };
        expect(nextAfter(series, day)?.day).toMatch(/^20/);
      }
    },
  );
});

describe("a rule that is being written", () => {
  const due = "2026-11-23";

  it("comes out as it went in", () => {
    const ends = { type: "on", day: "2027-01-31" } as const;
    for (const { rule } of offersFor(due, place)) {
      const given = { ...rule, ends };
      expect(ruleOf(draftOf(given, due, "MO"), due)).toEqual({ rule: given });
    }
    const times = { frequency: "month", every: 3, on: { by: "day", day: -1 }, ends: { type: "after", times: 6 } } as const;
    expect(ruleOf(draftOf(times, due, "MO"), due)).toEqual({ rule: times });
  });

  it("says at which field something is missing or wrong", () => {
    const draft = draftOf(null, due, "MO");
    const errorsOf = (change: Partial<typeof draft>) => ruleOf({ ...draft, ...change }, due);
    expect(errorsOf({ every: null, weekdays: [] })).toEqual({
      errors: { every: "validation.required", weekdays: "validation.required" },
    });
    expect(errorsOf({ ends: "on" })).toEqual({ errors: { lastDate: "validation.required" } });
    expect(errorsOf({ ends: "after" })).toEqual({ errors: { times: "validation.required" } });
    expect(errorsOf({ ends: "on", lastDate: "2026-11-22" })).toEqual({
      errors: { lastDate: "validation.recurrence.endsBeforeStart" },
    });
    expect(errorsOf({ weekdays: ["SU"], ends: "on", lastDate: "2026-11-24" })).toEqual({
      errors: { lastDate: "validation.recurrence.neverOccurs" },
    });
    expect(errorsOf({ frequency: "year", month: 2, day: 30 })).toEqual({
      errors: { day: "validation.recurrence.neverOccurs" },
    });
  });

  it("shows dates after the due date, and none that are past", () => {
    const weekly = ruleNamed("week", due);
    expect(weekly && nextDates(weekly, due, "2026-11-20")).toEqual(["2026-11-30", "2026-12-07", "2026-12-14"]);
    expect(weekly && nextDates(weekly, due, "2026-12-07")).toEqual(["2026-12-14", "2026-12-21", "2026-12-28"]);
    expect(weekly && nextDates({ ...weekly, ends: { type: "after", times: 1 } }, due, due)).toEqual([]);
  });
});
