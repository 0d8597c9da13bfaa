import { expect, it } from "vitest";
import type { Entry } from "../entries.ts";
import { agendaOf, inWindow } from "./rows.ts";

const entry = (key: string, firstDay: string, lastDay = firstDay) => ({ key, firstDay, lastDay }) as Entry;
const heights = { row: 44, least: 44, head: 0 };
const span = { from: "2026-11-20", until: "2026-11-30", today: "2026-11-23" };

it("leaves out days without anything, today never", () => {
  const { days, height } = agendaOf(
    [entry("a", "2026-11-21"), entry("b", "2026-11-25"), entry("c", "2026-11-25")],
    span,
    heights,
  );
  expect(days.map(({ day, top, rows }) => [day, top, rows.length])).toEqual([
    ["2026-11-21", 0, 1],
    ["2026-11-23", 44, 0],
    ["2026-11-25", 88, 2],
  ]);
  expect(height).toBe(176);
});

it("shows what takes several days on each, within what is shown", () => {
  const { days } = agendaOf(
    [entry("a", "2026-11-18", "2026-11-21"), entry("b", "2026-11-30", "2026-12-04")],
    { ...span, today: "2027-01-01" },
    heights,
  );
  expect(days.map(({ day, rows }) => `${day} ${rows[0]?.entry.key}`)).toEqual(["2026-11-20 a", "2026-11-21 a", "2026-11-30 b"]);
});

it("finds what reaches into the window", () => {
  const items = Array.from({ length: 1000 }, (_, index) => ({ top: index * 44 }));
  const found = inWindow(items, () => 44, 100, 200);
  expect(found.map(({ top }) => top)).toEqual([88, 132, 176]);
  expect(inWindow([], () => 44, 0, 100)).toEqual([]);
});
