import type { Meeting } from "@kartis/core/activities/meetings/meeting.ts";
import { expect, it } from "vitest";
import { daysPlace, timedPlace } from "../layout/moving.ts";
import { meetingWith, occurrenceWith } from "../meetings.fixture.ts";
import { changeOf, draftOf, emptyDraft, errorsOf, inputOf, occurrenceOf } from "./draft.ts";

const user = "usr_01K0000000000000000000000A";
const id = "act_01K0000000000000000000000A" as Meeting["id"];
const zone = "Asia/Jerusalem";
const empty = (place = timedPlace(Date.parse("2026-11-23T08:00:00Z"), Date.parse("2026-11-23T08:45:00Z"), zone)) =>
  emptyDraft(place, { timeZone: zone, userId: user });

it("begins with when it was drawn, and with oneself", () => {
  expect(inputOf({ ...empty(), title: " Kickoff " })).toMatchObject({
    title: "Kickoff",
    start: "2026-11-23T10:00",
    minutes: 45,
    days: null,
    timeZone: zone,
    participants: [user],
    description: null,
  });
  expect(inputOf(empty(daysPlace("2026-11-23", "2026-11-25")))).toMatchObject({ start: "2026-11-23", days: 3, minutes: null });
});

it("says at which field something is missing or wrong", () => {
  expect(errorsOf({ ...empty(), title: " ", day: null, time: null, minutes: null })).toEqual({
    title: "validation.title",
    day: "validation.required",
    time: "validation.required",
    minutes: "validation.required",
  });
  expect(errorsOf({ ...empty(), title: "A", isAllDay: true, lastDay: "2026-11-22" })).toEqual({
    lastDay: "validation.endBeforeStart",
  });
});

it("sends only what has been changed: a start with its zone, and lengths where days become hours", () => {
  const before = { ...empty(), title: "Kickoff" };
  expect(changeOf(before, before)).toEqual({});
  expect(changeOf(before, { ...before, title: "Review", location: "Room 2" })).toEqual({ title: "Review", location: "Room 2" });
  expect(changeOf(before, { ...before, minutes: 60 })).toEqual({ minutes: 60 });
  expect(changeOf(before, { ...before, time: "11:00" })).toEqual({ start: "2026-11-23T11:00", timeZone: zone });
  expect(changeOf(before, { ...before, timeZone: "UTC" })).toEqual({ start: "2026-11-23T10:00", timeZone: "UTC" });
  expect(changeOf(before, { ...before, isAllDay: true })).toEqual({
    start: "2026-11-23",
    minutes: null,
    days: 1,
    timeZone: zone,
  });
  const days = { ...empty(daysPlace("2026-11-23", "2026-11-25")), title: "Fair" };
  expect(changeOf(days, { ...days, lastDay: "2026-11-24" })).toEqual({ days: 2 });
});

it("reads a time of a series by the clocks of its own zone, and shows it before it is saved", () => {
  const guest = { id: "g1", cardId: null, email: "dana@example.com", name: null };
  const meeting = meetingWith({
    id,
    timeZone: "America/New_York",
    guests: [{ ...guest, id: "g2", rsvp: "ACCEPTED", answeredAt: null }],
    reminder: 15,
  });
  const occurrence = occurrenceWith({
    meetingId: id,
    day: "2026-11-23",
    start: "2026-11-23T14:00:00.000Z",
    end: "2026-11-23T15:15:00.000Z",
    participants: [user],
    guests: [{ ...guest, rsvp: "ACCEPTED" }],
  });
  const draft = draftOf(meeting, occurrence);
  expect(draft).toMatchObject({ day: "2026-11-23", time: "09:00", minutes: 75, guests: [guest] });
  expect(occurrenceOf({ ...draft, time: "10:00" }, occurrence)).toMatchObject({
    day: "2026-11-23",
    start: "2026-11-23T15:00:00.000Z",
    end: "2026-11-23T16:15:00.000Z",
    guests: [{ email: "dana@example.com", rsvp: "PENDING" }],
  });
});

it("has the description of the time that was opened, where that has one of its own", () => {
  const exceptions = [
    { type: "changed", day: "2026-11-23", description: "Bring the plans" },
    { type: "changed", day: "2026-11-30", description: null },
    { type: "changed", day: "2026-12-07", title: "Review" },
  ] as const;
  const meeting = meetingWith({ id, timeZone: zone, description: "Every week", exceptions });
  const described = (day: string | null) => draftOf(meeting, occurrenceWith({ meetingId: id, day })).description;
  expect([null, "2026-11-16", "2026-11-23", "2026-11-30", "2026-12-07"].map(described)).toEqual([
    "Every week",
    "Every week",
    "Bring the plans",
    "",
    "Every week",
  ]);
});
