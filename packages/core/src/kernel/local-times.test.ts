import { describe, expect, it } from "vitest";
import { instantOf } from "./zoned-time.ts";
import { dayOrderOf, readLocalTime, usualDayOrder } from "./local-times.ts";

describe("days as spreadsheets write them", () => {
  it.each([
    ["3/4/2026", "dayFirst", { day: "2026-04-03" }],
    ["3/4/2026", "monthFirst", { day: "2026-03-04" }],
    ["03.04.26", "dayFirst", { day: "2026-04-03" }],
    ["1/2/69", "dayFirst", { day: "1969-02-01" }],
    ["2026-04-03", "monthFirst", { day: "2026-04-03" }],
    ["2026. 04. 03.", "dayFirst", { day: "2026-04-03" }],
    ["4/3/2026 9:05 PM", "monthFirst", { day: "2026-04-03", time: "21:05" }],
    ["4/3/2026, 12:05 am", "monthFirst", { day: "2026-04-03", time: "00:05" }],
    ["04/03/2031 2pm", "monthFirst", { day: "2031-04-03", time: "14:00" }],
    ["04/03/2031 14:30 PM", "monthFirst", { day: "2031-04-03", time: "14:30" }],
    ["2031-04-03 12 a.m.", "dayFirst", { day: "2031-04-03", time: "00:00" }],
    ["\u200f2026-04-03 21:05:59", "dayFirst", { day: "2026-04-03", time: "21:05" }],
  ] as const)("%s with the %s", (text, order, read) => {
    expect(readLocalTime(text, order)).toEqual(read);
  });

  it.each(["tomorrow", "2026", "1/2", "2026-04-03T21:05Z", "12345", "3/4/2031 14", "3/4/2031 99pm", "3/4/2031 14:30 AM"])(
    "%s is none",
    (text) => {
      expect(readLocalTime(text, "dayFirst")).toBeUndefined();
    },
  );

  it("reveal their order when one of them can only be read one way", () => {
    expect(dayOrderOf(["1/2/2026", "13/2/2026"])).toBe("dayFirst");
    expect(dayOrderOf(["1/2/2026", "2/13/2026"])).toBe("monthFirst");
    expect(dayOrderOf(["1/2/2026", ""])).toBe("either");
    expect(dayOrderOf(["2026-01-02", "", "x"])).toBeNull();
  });

  it.each([
    ["US", "monthFirst"],
    ["IL", "dayFirst"],
    ["GB", "dayFirst"],
    ["HU", "dayFirst"],
    ["RU", "dayFirst"],
    ["", "dayFirst"],
  ] as const)("are usually written in %s with the %s", (region, order) => {
    expect(usualDayOrder(region)).toBe(order);
  });
});

describe("a local time", () => {
  it.each([
    ["2026-07-01", "09:00", "Asia/Jerusalem", "2026-07-01T06:00:00.000Z"],
    ["2026-01-01", "09:00", "Asia/Jerusalem", "2026-01-01T07:00:00.000Z"],
    // Clocks go forward at two o'clock: half past two does not exist.
    ["2026-03-27", "02:30", "Asia/Jerusalem", "2026-03-27T00:30:00.000Z"],
    // And back at two: half past one occurs twice.
    ["2026-10-25", "01:30", "Asia/Jerusalem", "2026-10-24T22:30:00.000Z"],
    ["2026-01-01", "00:00", "UTC", "2026-01-01T00:00:00.000Z"],
  ])("%s %s in %s", (day, time, zone, instant) => {
    expect(instantOf(day, time, zone)).toBe(instant);
  });
});
