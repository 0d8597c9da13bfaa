import { expect, it } from "vitest";
import { errorShape } from "../../kernel/error.ts";
import { newId } from "../../kernel/id.ts";
import type { MeetingException, StoredGuest } from "./meeting.ts";
import { ownGuestsFor } from "./own-guests.ts";

it("a series keeps so many who are taken off its times, all times together", () => {
  const guests = Array.from({ length: 100 }, (_, at): StoredGuest => ({
    id: `gst_${at}`,
    cardId: null,
    email: `g${at}@x.example`,
    name: null,
  }));
  const day = (at: number) => new Date(Date.parse("2030-01-01") + at * 86_400_000).toISOString().slice(0, 10);
  const exceptions = Array.from({ length: 30 }, (_, at): MeetingException => ({
    type: "changed",
    day: day(at),
    guests: { added: [], removed: guests.slice(1).map(({ id }) => id) },
  }));
  const meetingId = newId("act");
  const values = { guests, exceptions, start: "2030-01-01T09:00:00.000Z", timeZone: "UTC", minutes: 60, days: null };
  const without = (count: number) => () => ownGuestsFor(meetingId, values, day(40), guests.slice(count));
  expect(without(30)()).toMatchObject({ added: [], removed: { length: 30 } });
  try {
    without(31)();
    expect.fail("was not refused");
  } catch (error) {
    expect(errorShape(error, "r").fields).toEqual({ guests: "validation.arraySize" });
  }
});
