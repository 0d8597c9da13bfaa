import { expect, it } from "vitest";
import { conflictsByDay, versionedByDay } from "./by-day.ts";

const day = (index: number): string => new Date(Date.UTC(2030, 0, 1 + index)).toISOString().slice(0, 10);
const on = (...days: string[]) => days.map((each) => ({ type: "removed", day: each }));

it("knows by its day who has changed an entry", () => {
  const versions = versionedByDay({ title: 2 }, "exceptions", 3, null, on(day(0)));
  expect(versions).toMatchObject({ title: 2 });
  const clashes = (seen: number, ...days: string[]) => conflictsByDay(versions, "exceptions", seen, on(day(0)), on(...days));
  expect(clashes(2, day(0), day(1))).toBe(false);
  expect(clashes(2, day(1))).toBe(true);
  expect(clashes(3, day(1))).toBe(false);
});

it("takes a list for changed everywhere, whose changes were not noted by day", () => {
  const before = { exceptions: 5 };
  expect(conflictsByDay(before, "exceptions", 4, null, on(day(0)))).toBe(true);
  const versions = versionedByDay(before, "exceptions", 6, null, on(day(0)));
  expect(conflictsByDay({ ...versions, exceptions: 6 }, "exceptions", 4, on(day(0)), on(day(0), day(1)))).toBe(true);
  expect(conflictsByDay({ ...versions, exceptions: 6 }, "exceptions", 5, on(day(0)), on(day(0), day(1)))).toBe(false);
});

it("does not grow for ever", () => {
  const many = on(...Array.from({ length: 1_001 }, (_, index) => day(index)));
  const versions = versionedByDay({}, "exceptions", 7, null, many);
  expect(Object.keys(versions)).toHaveLength(1);
  expect(conflictsByDay(versions, "exceptions", 6, many, [])).toBe(true);
  expect(conflictsByDay(versions, "exceptions", 7, many, [])).toBe(false);
});
