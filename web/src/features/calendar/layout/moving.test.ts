import { expect, it } from "vitest";
import { daysPlace, isSamePlace, movedBy, resizedBy, timedPlace } from "./moving.ts";

const zone = "Asia/Jerusalem";
const at = (iso: string) => Date.parse(iso);

it("moves to another day at the same hour, also after clocks are changed", () => {
  // 10:00 to 11:30 on the day before clocks go back.
  const place = timedPlace(at("2026-10-24T07:00:00Z"), at("2026-10-24T08:30:00Z"), zone);
  const moved = movedBy(place, { days: 1 }, zone);
  expect(moved).toEqual(timedPlace(at("2026-10-25T08:00:00Z"), at("2026-10-25T09:30:00Z"), zone));
  expect(isSamePlace(movedBy(moved, { days: -1 }, zone), place)).toBe(true);
});

it("moves by minutes, beyond midnight too", () => {
  const place = timedPlace(at("2026-11-23T21:30:00Z"), at("2026-11-23T22:00:00Z"), zone);
  expect(place).toMatchObject({ firstDay: "2026-11-23", lastDay: "2026-11-23" });
  expect(movedBy(place, { minutes: 45 }, zone)).toMatchObject({ startMs: at("2026-11-23T22:15:00Z"), firstDay: "2026-11-24" });
});

it("makes longer and shorter, but never shorter than a quarter of an hour", () => {
  const place = timedPlace(at("2026-11-23T08:00:00Z"), at("2026-11-23T09:00:00Z"), zone);
  expect(resizedBy(place, { minutes: 30 }, zone).endMs).toBe(at("2026-11-23T09:30:00Z"));
  expect(resizedBy(place, { minutes: -300 }, zone).endMs).toBe(at("2026-11-23T08:15:00Z"));
});

it("moves and resizes whole days", () => {
  const place = daysPlace("2026-11-30", "2026-12-01");
  expect(movedBy(place, { days: 2, minutes: 30 }, zone)).toEqual(daysPlace("2026-12-02", "2026-12-03"));
  expect(resizedBy(place, { days: 1 }, zone)).toEqual(daysPlace("2026-11-30", "2026-12-02"));
  expect(resizedBy(place, { days: -9 }, zone)).toEqual(daysPlace("2026-11-30", "2026-11-30"));
});

/** In Israel the clocks go from 2:00 to 3:00 on that Friday. */
const inGapNight = (iso: string, minutes = 60) => timedPlace(at(iso), at(iso) + minutes * 60_000, zone);

it("lands at the first moment after a gap, knows what was meant, and is back at its hour on the next day", () => {
  const before = inGapNight("2031-03-27T00:30:00Z");
  const moved = movedBy(before, { days: 1 }, zone);
  expect(moved).toMatchObject({ startMs: at("2031-03-28T00:00:00Z"), gap: { of: "start", minute: 150 } });
  expect(moved.endMs - moved.startMs).toBe(3_600_000);
  const next = movedBy(moved, { days: 1 }, zone);
  expect(next).toMatchObject({ startMs: at("2031-03-28T23:30:00Z") });
  expect(next.gap).toBeUndefined();
});

it("steps over a gap by quarters, in both directions", () => {
  const before = inGapNight("2031-03-27T23:45:00Z");
  const over = movedBy(before, { minutes: 15 }, zone);
  expect(over).toMatchObject({ startMs: at("2031-03-28T00:00:00Z"), gap: { minute: 120 } });
  const on = movedBy(over, { minutes: 15 }, zone);
  expect(on).toMatchObject({ startMs: at("2031-03-28T00:15:00Z") });
  expect(on.gap).toBeUndefined();
  const back = movedBy(movedBy(on, { minutes: -15 }, zone), { minutes: -15 }, zone);
  expect(isSamePlace(back, before)).toBe(true);
  expect(back.gap).toBeUndefined();
});

it("resizes into a gap to the first moment after it, and back out of it", () => {
  const place = timedPlace(at("2031-03-27T22:00:00Z"), at("2031-03-27T23:30:00Z"), zone);
  const longer = resizedBy(place, { minutes: 60 }, zone);
  expect(longer).toMatchObject({ endMs: at("2031-03-28T00:00:00Z"), gap: { of: "end", minute: 150 } });
  expect(resizedBy(longer, { minutes: -15 }, zone).endMs).toBe(at("2031-03-27T23:45:00Z"));
});
