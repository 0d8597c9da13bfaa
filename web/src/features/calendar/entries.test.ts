import { expect, it } from "vitest";
import { compareDays, compareEntries, type Entry } from "./entries.ts";

const entry = (key: string, firstDay: string, lastDay = firstDay, hour?: number) => ({
  key,
  kind: "meeting" as Entry["kind"],
  isAllDay: hour === undefined,
  firstDay,
  lastDay,
  startMs: Date.parse(firstDay) + (hour ?? 0) * 3_600_000,
  endMs: Date.parse(lastDay) + ((hour ?? 23) + 1) * 3_600_000,
  title: key,
});
const fair = entry("fair", "2027-03-20", "2027-03-22");
const trip = entry("trip", "2027-03-10", "2027-03-12");
const early = entry("early", "2027-03-10", "2027-03-10", 9);
const late = entry("late", "2027-03-11", "2027-03-11", 8);

it("goes by days, and within each by its order", () => {
  const keys = (compare: typeof compareDays) => [late, fair, early, trip].toSorted(compare).map(({ key }) => key);
  expect(keys(compareDays)).toEqual(["trip", "early", "late", "fair"]);
  // On the wall, what takes several days has the first lanes.
  expect(keys(compareEntries)).toEqual(["trip", "fair", "early", "late"]);
});
