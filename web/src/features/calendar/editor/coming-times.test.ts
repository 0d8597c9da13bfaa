import { describe, expect, it } from "vitest";
import { daysPlace, timedPlace } from "../layout/moving.ts";
import { comingTimes, windowOf } from "./coming-times.ts";
import { type Draft, emptyDraft } from "./draft.ts";

const zone = "Asia/Jerusalem";
const user = "usr_01K0000000000000000000000A";
const nowMs = Date.parse("2026-11-20T08:00:00Z");
const timed = emptyDraft(timedPlace(Date.parse("2026-11-23T08:00:00Z"), Date.parse("2026-11-23T08:45:00Z"), zone), {
  timeZone: zone,
  userId: user,
});
const wholeDays = emptyDraft(daysPlace("2026-11-23", "2026-11-25"), { timeZone: zone, userId: user });
const every = (days: number): Draft["repeat"] => ({ frequency: "day", every: days, ends: { type: "never" } });
const shown = (draft: Draft, now = nowMs) =>
  comingTimes(draft, now).map(({ startMs, endMs }) => [new Date(startMs).toISOString(), new Date(endMs).toISOString()]);

describe("the times of a draft", () => {
  it("is the one that was chosen, and of whole days from midnight to midnight where it takes place", () => {
    expect(shown(timed)).toEqual([["2026-11-23T08:00:00.000Z", "2026-11-23T08:45:00.000Z"]]);
    expect(shown(wholeDays)).toEqual([["2026-11-22T22:00:00.000Z", "2026-11-25T22:00:00.000Z"]]);
    expect(shown({ ...timed, time: null })).toEqual([]);
    expect(shown({ ...wholeDays, lastDay: "2026-11-20" })).toEqual([]);
  });

  it("are not asked for while the year is still being typed", () => {
    for (const day of ["0002-11-23", "0202-11-23", "9999-11-23"])
      expect(windowOf(comingTimes({ ...timed, day }, nowMs))).toBeUndefined();
    expect(windowOf(comingTimes(timed, nowMs))).toBeDefined();
  });

  it("are of a series the next ones, as far as busy times are asked for", () => {
    const weekly = shown({ ...timed, repeat: every(7) }).map(([start]) => start?.slice(0, 10));
    expect(weekly).toHaveLength(9);
    expect(weekly.slice(0, 2)).toEqual(["2026-11-23", "2026-11-30"]);
    expect(shown({ ...timed, repeat: every(1) })).toHaveLength(10);
    expect(shown({ ...timed, repeat: every(200) })).toHaveLength(1);
    expect(shown({ ...wholeDays, repeat: every(30) }).map(([start]) => start)).toEqual([
      "2026-11-22T22:00:00.000Z",
      "2026-12-22T22:00:00.000Z",
      "2027-01-21T22:00:00.000Z",
    ]);
  });

  it("are of a series that began long ago those from now on", () => {
    const [first] = shown({ ...timed, repeat: every(7) }, Date.parse("2027-03-01T08:01:00Z"));
    expect(first?.[0]).toBe("2027-03-08T08:00:00.000Z");
  });

  it("fit into one window, however long they last", () => {
    const long = { ...wholeDays, lastDay: "2027-11-01", repeat: every(7) };
    const window = windowOf(comingTimes(long, nowMs));
    expect(Date.parse(window?.until ?? "") - Date.parse(window?.from ?? "")).toBeLessThanOrEqual(62 * 86_400_000);
    expect(windowOf([])).toBeUndefined();
  });
});
