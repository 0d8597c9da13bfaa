import { describe, expect, it } from "vitest";
import { offeredDays, offeredSpans } from "./offered-days.ts";
import { daysFromToday, momentOf, relativeDay } from "@kartis/core/cards/query/relative-days.ts";

describe("days that move with the calendar", () => {
  const now = new Date(2026, 11, 24, 15, 30);

  it("become the day, or the instant at which it begins, when the list is asked for", () => {
    expect(momentOf("today", now)).toBe("2026-12-24");
    expect(momentOf("today+14", now)).toBe("2027-01-07");
    expect(momentOf("today-14T", now)).toBe(new Date(2026, 11, 10).toISOString());
  });

  it("are written and read alike", () => {
    for (const days of [0, 1, -1, 14, -365]) {
      expect(daysFromToday(relativeDay(days, true))).toBe(days);
      expect(daysFromToday(relativeDay(days, false))).toBe(days);
    }
  });

  it("leave every other value as it is", () => {
    for (const value of ["2026-12-24", "usr_me", "todays", "today+", 5, null, undefined, "today+99999"])
      expect(momentOf(value, now)).toBe(value);
  });

  it("are offered as far as a field can have them: nothing has been changed in a week, and the next meeting is not past", () => {
    for (const fieldId of ["createdAt", "updatedAt", "lastActivityAt"]) {
      expect(offeredDays(fieldId)).toEqual([-30, -14, -7, -3, -1, 0]);
      expect(
        offeredSpans(fieldId)
          .flat()
          .filter((days) => days > 0),
      ).toEqual([]);
    }
    for (const fieldId of ["nextActivityAt", "nextMeetingAt"]) {
      expect(offeredDays(fieldId)).toEqual([0, 1, 3, 7, 14, 30]);
      expect(offeredSpans(fieldId)).toEqual([
        [0, 0],
        [0, 3],
        [0, 7],
        [0, 14],
        [0, 30],
      ]);
    }
    expect(offeredDays("fld_any")).toHaveLength(11);
    expect(offeredSpans("fld_any")).toHaveLength(8);
  });
});
