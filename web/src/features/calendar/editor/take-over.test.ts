import { expect, it } from "vitest";
import { daysPlace, timedPlace } from "../layout/moving.ts";
import { emptyDraft } from "./draft.ts";
import { takenOver } from "./take-over.ts";

const zone = "Asia/Jerusalem";
const user = "usr_01K0000000000000000000000A";
const at = (from: string, until: string) =>
  emptyDraft(timedPlace(Date.parse(from), Date.parse(until), zone), { timeZone: zone, userId: user });
const before = { ...at("2026-11-23T08:00:00Z", "2026-11-23T08:45:00Z"), title: "Kickoff", location: "Room 1" };

it("keeps what was written, takes everything else as it is saved by now, and names what both have changed", () => {
  const written = { ...before, title: "Kick-off", location: "Room 2" };
  const newest = { ...before, location: "Room 3", reminder: null, participants: [] };
  expect(takenOver(before, written, newest)).toEqual({
    draft: { ...newest, title: "Kick-off", location: "Room 2" },
    contested: ["location"],
  });
  expect(takenOver(before, { ...before, location: "Room 3" }, newest).contested).toEqual([]);
});

it("keeps a chosen length at another start", () => {
  const moved = { ...before, day: "2026-11-25", lastDay: "2026-11-25", time: "11:00" };
  expect(takenOver(before, { ...before, minutes: 90 }, moved)).toEqual({ draft: { ...moved, minutes: 90 }, contested: [] });
  const fair = emptyDraft(daysPlace("2026-11-23", "2026-11-25"), { timeZone: zone, userId: user });
  const later = { ...fair, day: "2026-12-01", lastDay: "2026-12-03" };
  expect(takenOver(fair, { ...fair, lastDay: "2026-11-24" }, later).draft).toMatchObject({
    day: "2026-12-01",
    lastDay: "2026-12-02",
  });
});

it("does not mix the times of two: a day is written with its hour, and whole days have no minutes", () => {
  const written = { ...before, time: "15:00" };
  const newest = { ...before, day: "2026-11-30", lastDay: "2026-11-30" };
  expect(takenOver(before, written, newest)).toMatchObject({
    draft: { day: "2026-11-23", time: "15:00" },
    contested: ["start"],
  });
  const wholeDays = { ...before, isAllDay: true, lastDay: "2026-11-24" };
  expect(takenOver(before, { ...before, minutes: 90 }, wholeDays)).toMatchObject({
    draft: { isAllDay: true, day: "2026-11-23", lastDay: "2026-11-24" },
    contested: ["length"],
  });
});
