import { BusyTimes, ChangedMeeting, FreeTimes, MeetingWithCards, MeetingsInRange, SmsToGuests } from "../answers/meetings.ts";
import type { Exposures } from "../exposure.ts";

const ofSeries =
  "Of a series, `scope` says which of its times: `one`, or `following` ones, from the `day` that the rule gave it, or `all`.";

export const meetings = {
  "meetings.range": {
    method: "GET",
    path: "/meetings",
    tag: "Meetings",
    summary: "List what is on the calendar",
    description:
      "Every time that a meeting takes place in a window of at most 400 days, by when it begins. `timeZone` says where days begin and end.",
    output: MeetingsInRange,
    example: ({ cardId }) => ({
      from: "2030-06-01T00:00:00Z",
      until: "2030-07-01T00:00:00Z",
      timeZone: "Europe/Budapest",
      cardId,
    }),
  },
  "meetings.create": {
    method: "POST",
    path: "/meetings",
    tag: "Meetings",
    summary: "Create a meeting",
    description:
      "`start` is an instant, a day for one of whole days, or a time by the clocks of its zone (`2030-06-01T10:00`). The caller takes part unless others are named.",
    status: 201,
    output: ChangedMeeting,
    example: ({ cardId }) => ({
      title: "Site visit",
      start: "2030-06-03T10:00",
      timeZone: "Europe/Budapest",
      minutes: 45,
      guests: [{ email: "guest@customer.example" }],
      repeat: { frequency: "week", every: 1, weekdays: ["MO"], ends: { type: "after", times: 6 } },
      cardId,
    }),
  },
  "meetings.get": {
    method: "GET",
    path: "/meetings/{meetingId}",
    tag: "Meetings",
    summary: "Get a meeting",
    output: MeetingWithCards,
    example: ({ meetingId }) => ({ meetingId }),
  },
  "meetings.update": {
    method: "PATCH",
    path: "/meetings/{meetingId}",
    tag: "Meetings",
    summary: "Change a meeting",
    description: `Only the values that are sent change; null takes one away. ${ofSeries} Following ones become a series of their own, which is the answer. With \`one\`, \`guests\` are those of that occurrence: whoever is added is invited to it alone, and guests of the series who are left out get a cancellation of it. With \`expectedVersion\`, a value that somebody changed after that version is a CONFLICT, and others merge.`,
    output: ChangedMeeting,
    example: ({ meetingId }) => ({ meetingId, scope: "all", minutes: 30 }),
  },
  "meetings.remove": {
    method: "DELETE",
    path: "/meetings/{meetingId}",
    tag: "Meetings",
    summary: "Put a meeting into the trash",
    description: ofSeries,
    output: ChangedMeeting,
    example: ({ meetingId }) => ({ meetingId }),
  },
  "meetings.restore": {
    method: "POST",
    path: "/meetings/{meetingId}/restore",
    tag: "Meetings",
    summary: "Take a meeting out of the trash",
    description: "With a `day`, it brings back the removed occurrence of a series.",
    output: ChangedMeeting,
    example: ({ meetingId }) => ({ meetingId }),
  },
  "meetings.reset": {
    method: "POST",
    path: "/meetings/{meetingId}/occurrences/{day}/reset",
    tag: "Meetings",
    summary: "Undo the changes of one occurrence",
    description:
      "An occurrence that was changed by itself is again as its series has it. `day` is the one that the rule gave it.",
    output: ChangedMeeting,
    example: ({ meetingId }) => ({ meetingId, day: "2030-06-10" }),
  },
  "meetings.answer": {
    method: "POST",
    path: "/meetings/{meetingId}/replies",
    tag: "Meetings",
    summary: "Record a guest's reply",
    description: "For the whole meeting, or with a `day` for one occurrence of a series.",
    output: ChangedMeeting,
    example: ({ meetingId, guestId }) => ({ meetingId, guestId, rsvp: "ACCEPTED" }),
  },
  "meetings.busy": {
    method: "POST",
    path: "/meetings/busy",
    tag: "Meetings",
    summary: "When members are busy",
    description: "Meetings that the caller may not see are times without a title. At most 62 days.",
    output: BusyTimes,
    example: ({ userId }) => ({ userIds: [userId], from: "2030-06-01T00:00:00Z", until: "2030-06-08T00:00:00Z" }),
  },
  "meetings.freeTimes": {
    method: "POST",
    path: "/meetings/free-times",
    tag: "Meetings",
    summary: "Find a time at which all of some members are free",
    output: FreeTimes,
    example: ({ userId }) => ({
      userIds: [userId],
      minutes: 45,
      from: "2030-06-01T00:00:00Z",
      until: "2030-06-08T00:00:00Z",
      timeZone: "Europe/Budapest",
    }),
  },
  "meetings.smsToGuests": {
    method: "POST",
    path: "/meetings/sms-to-guests",
    tag: "Meetings",
    summary: "Ask what SMS to guests would say and cost",
    description: "Of a meeting that is not made yet. Nothing is sent.",
    output: SmsToGuests,
    example: ({ cardId }) => ({
      title: "Pilot review",
      start: "2030-06-03T09:00:00Z",
      guests: [{ cardId }],
      kinds: ["invited", "reminded"],
    }),
  },
} as const satisfies Exposures;
