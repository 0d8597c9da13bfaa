import fc from "fast-check";
import { expect, it } from "vitest";
import { laterDay } from "./calendar.ts";

const dayIn = (from: number, to: number) =>
  fc.date({ min: new Date(from), max: new Date(to), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
const start = Date.parse("0001-01-01T00:00:00Z");

it("months and years later are as many, in any century, on the last day of a month at the latest", () => {
  fc.assert(
    fc.property(dayIn(start, Date.parse("9000-01-01T00:00:00Z")), fc.nat({ max: 1_200 }), (day, months) => {
      const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
      const [laterYear = 0, laterMonth = 0, laterDate = 0] = laterDay(day, months, "months").split("-").map(Number);
      expect(laterYear * 12 + laterMonth).toBe(year * 12 + month + months);
      expect(laterDate === date || (laterDate < date && laterDate >= 28)).toBe(true);
    }),
  );
  expect(laterDay("0026-01-31", 1, "months")).toBe("0026-02-28");
});
