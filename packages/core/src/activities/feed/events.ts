import type { OrgId, UserId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import type { CalendarEvent } from "../icalendar/calendar.ts";
import { eventsOf } from "../invitations/calendar-of.ts";
import type { Meeting, MeetingException } from "../meetings/meeting.ts";
import { startOn } from "../meetings/time.ts";
import type { Task } from "../tasks/schema.ts";

type People = Pick<Meeting, "participants" | "createdBy">;

/** Whether the person takes part; a meeting without participants is on its creator's calendar. */
const isOf = (userId: UserId, { participants, createdBy }: People): boolean =>
  participants.length > 0 ? participants.includes(userId) : createdBy === userId;

type Changed = Extract<MeetingException, { type: "changed" }>;

/**
 * A meeting as one member's calendar has it. Times of a series without them are removed from it; where only some times are theirs, each of those is an event of
 * its own, since programs hardly know a changed time without its series.
 */
export function feedEventsOf(meeting: Meeting, userId: UserId, orgId: OrgId): CalendarEvent[] {
  const url = linkInto(orgId, `/calendar?open=${meeting.id}`);
  const isTheirs = (one: Changed) =>
    isOf(userId, { ...meeting, ...(one.participants ? { participants: one.participants } : {}) });
  if (isOf(userId, meeting)) {
    const exceptions = meeting.exceptions.map((one): MeetingException =>
      one.type === "changed" && !isTheirs(one) ? { type: "removed", day: one.day } : one,
    );
    return eventsOf({ ...meeting, exceptions }, { url });
  }
  return meeting.exceptions.flatMap((one) => {
    if (one.type !== "changed" || !isTheirs(one)) return [];
    const single: Meeting = {
      ...meeting,
      repeat: null,
      exceptions: [],
      start: one.start ?? startOn(meeting, one.day),
      minutes: one.minutes ?? meeting.minutes,
      days: one.days ?? meeting.days,
      title: one.title ?? meeting.title,
      description: one.description === undefined ? meeting.description : one.description,
      location: one.location === undefined ? meeting.location : one.location,
    };
    return eventsOf(single, { url }).map((event) => ({ ...event, uid: `${meeting.id}-${one.day}@kartis` }));
  });
}

/** Length of a task in the calendar, since tasks have no duration. */
const taskMs = 30 * 60_000;

/** A task that is due at an hour. It does not make the person busy. */
export const taskEventOf = (task: Task, timeZone: string, orgId: OrgId): CalendarEvent => ({
  uid: `${task.id}@kartis`,
  sequence: task.version - 1,
  stamp: task.updatedAt,
  start: task.due,
  end: new Date(Date.parse(task.due) + taskMs).toISOString(),
  timeZone,
  title: task.title,
  description: task.description,
  location: task.location,
  url: linkInto(orgId, `/calendar?open=${task.id}`),
  isFree: true,
});
