import { expect, it } from "vitest";
import { dayInContinuation, dayOfStart } from "./series-days.ts";

const timeZone = "Asia/Jerusalem";

it("a start is on a day of its zone, not of UTC", () => {
  // Half past midnight on 11 June in Jerusalem.
  expect(dayOfStart("2030-06-10T21:30:00.000Z", timeZone)).toBe("2030-06-11");
  expect(dayOfStart("2030-06-11", timeZone)).toBe("2030-06-11");
});

it("a time at which a series is divided is named as the series that follows names it", () => {
  const before = { day: "2030-06-11", start: "2030-06-10T21:30:00.000Z" };
  const named = (start: string, first: string) => dayInContinuation(before, start, { start: first, timeZone });
  // Later in the same night, which is the day before in UTC.
  expect(named("2030-06-10T22:30:00.000Z", "2030-06-10T22:30:00.000Z")).toBe("2030-06-11");
  // On the day before, though on the same of UTC.
  expect(named("2030-06-10T20:30:00.000Z", "2030-06-10T20:30:00.000Z")).toBe("2030-06-10");
  // Of two days of a week, the other one is the first.
  expect(named("2030-06-14T06:00:00.000Z", "2030-06-13T06:00:00.000Z")).toBeUndefined();
  const moved = { day: "2030-06-11", start: "2030-06-12T06:00:00.000Z" };
  expect(dayInContinuation(moved, moved.start, { start: "2030-06-10T21:30:00.000Z", timeZone })).toBe("2030-06-11");
});
