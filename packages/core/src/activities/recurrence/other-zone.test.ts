import { expect, it } from "vitest";
import { inOtherZone } from "./other-zone.ts";
import type { Rule } from "./schema.ts";

const ends = { type: "never" } as const;
const weekly = (...weekdays: ("MO" | "SU" | "SA" | "FR")[]): Rule => ({
  frequency: "week",
  every: 1,
  weekdays,
  weekStart: "MO",
  ends,
});

it("a rule is of the days on which its times fall in the other zone, all of them", () => {
  const [friday, saturday] = ["2030-06-07", "2030-06-08"];
  expect(inOtherZone(weekly("FR"), friday, friday)).toEqual(weekly("FR"));
  expect(inOtherZone(weekly("FR"), friday, saturday)).toMatchObject({ weekdays: ["SA"] });
  const wrapped = inOtherZone(weekly("MO", "SU"), "2030-06-03", "2030-06-02");
  expect(wrapped.frequency === "week" && new Set(wrapped.weekdays)).toEqual(new Set(["SU", "SA"]));
  const monthly: Rule = { frequency: "month", every: 1, on: { by: "day", day: 30 }, ends };
  expect(inOtherZone(monthly, "2030-06-30", "2030-07-01")).toMatchObject({ on: { by: "day", day: 1 } });
  expect(inOtherZone({ frequency: "day", every: 2, ends }, friday, saturday)).toEqual({ frequency: "day", every: 2, ends });
});
