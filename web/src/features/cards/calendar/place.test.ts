import fc from "fast-check";
import { expect, it } from "vitest";
import { cardCalendarViews, printPlace, readPlace } from "./place.ts";

it("a place comes back from the address, and this month needs none", () => {
  const day = fc.option(
    fc
      .date({ min: new Date("1900-01-01"), max: new Date("2199-12-31"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    { nil: undefined },
  );
  fc.assert(
    fc.property(fc.constantFrom(...cardCalendarViews), day, (view, on) => {
      expect(readPlace(printPlace({ view, day: on }))).toEqual({ view, day: on });
    }),
  );
  expect(printPlace({ view: "month" })).toBeUndefined();
});

it("anything else is this month", () => {
  for (const at of [undefined, "", "agenda", "9999-01-01", "2026-02-30", "week2026-11-20", "::"])
    expect(readPlace(at)).toEqual({ view: "month", day: undefined });
  fc.assert(fc.property(fc.string(), (at) => cardCalendarViews.includes(readPlace(at).view)));
});
