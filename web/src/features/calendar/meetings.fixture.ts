import { usualNotify } from "./editor/draft.ts";
import type { Meeting, Occurrence } from "@kartis/core/activities/meetings/meeting.ts";

/** A meeting of an hour, without anybody in it. */
export const meetingWith = (values: Partial<Meeting>): Meeting => ({
  id: "act_01J00000000000000000MEET",
  version: 1,
  title: "Meeting",
  description: null,
  location: null,
  start: "2026-11-23T10:00:00.000Z",
  minutes: 60,
  days: null,
  timeZone: "UTC",
  participants: [],
  guests: [],
  answers: [],
  withoutReminders: [],
  cardId: null,
  repeat: null,
  exceptions: [],
  reminder: null,
  notify: usualNotify,
  attachments: [],
  sequence: 0,
  createdBy: null,
  automationId: null,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: "2026-11-01T00:00:00.000Z",
  trashedAt: null,
  ...values,
});

/** Its time on one day. */
export const occurrenceWith = (values: Partial<Occurrence>): Occurrence => ({
  meetingId: "act_01J00000000000000000MEET",
  day: null,
  start: "2026-11-23T10:00:00.000Z",
  end: "2026-11-23T11:00:00.000Z",
  isAllDay: false,
  title: "Meeting",
  location: null,
  participants: [],
  guests: [],
  cardId: null,
  isRepeating: false,
  isChanged: false,
  createdBy: null,
  version: 1,
  canUpdate: true,
  ...values,
});
