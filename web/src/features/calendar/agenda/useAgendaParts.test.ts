import { expect, it } from "vitest";
import { daysFrom } from "../layout/wall.ts";
import { nextLength, partsOf } from "./useAgendaParts.ts";

it("has parts that follow each other and leave out no day", () => {
  const days = daysFrom("2026-11-24", 120);
  expect(partsOf(days, [30, 60, 120])).toEqual([
    { from: "2026-11-24", until: "2026-12-23" },
    { from: "2026-12-24", until: "2027-01-22" },
    { from: "2027-01-23", until: "2027-03-23" },
  ]);
});

it("asks for a year with little in it in a few parts, and for a full one month by month", () => {
  const lengthsOf = (entries: number) => {
    const lengths = [30];
    for (let length = 30; length < 360;) lengths.push((length = nextLength(length, entries)));
    return lengths;
  };
  expect(lengthsOf(0)).toEqual([30, 60, 120, 240, 360]);
  expect(lengthsOf(500)).toHaveLength(12);
});
