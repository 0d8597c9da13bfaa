import { isDay } from "../../cards/fields/day.ts";
import type { UserId } from "../../kernel/id.ts";
import { timeIn } from "../../kernel/zoned-time.ts";
import type { CalendarAttendee, CalendarEvent } from "../icalendar/calendar.ts";
import { seriesOfGuests } from "../meetings/guests-at.ts";
import { changeOn, replyOf } from "../meetings/rules.ts";
import type { Meeting, MeetingException } from "../meetings/meeting.ts";
import { endOf, startOn } from "../meetings/time.ts";
import { participantsAt } from "../meetings/participants.ts";

/** Facts in a calendar file besides the meeting's own. */
interface Around {
  readonly organizer?: NonNullable<CalendarEvent["organizer"]>;
  /** Guest that the file is for. The others stay out of it: their addresses are private. */
  readonly attendee?: CalendarAttendee;
  /** What they have replied to single times of a series; to all of them the same where it is absent. */
  readonly answerAt?: (day: string) => CalendarAttendee["answer"];
  /** Link for replying. */
  readonly url?: string;
  readonly isCanceled?: boolean;
}

/** A meeting as the events of a calendar file: itself, and each of its times that differs. */
export function eventsOf(meeting: Meeting, { organizer, attendee, answerAt, url, isCanceled = false }: Around): CalendarEvent[] {
  const { start, timeZone, repeat, exceptions } = meeting;
  const shared = {
    uid: `${meeting.id}@kartis`,
    // More often than it has to (RFC 5546): also for somebody who was taken off and is invited again.
    sequence: meeting.version - 1,
    stamp: meeting.updatedAt,
    timeZone,
    isCanceled,
    ...(organizer ? { organizer } : {}),
    ...(attendee ? { attendees: [attendee] } : {}),
    ...(url ? { url } : {}),
  };
  const { title, description, location } = meeting;
  const whole = { ...shared, start, end: endOf(start, meeting), title, description, location };
  if (!repeat) return [whole];
  const removed = exceptions.flatMap((one) => (one.type === "removed" ? [one.day] : []));
  const time = isDay(start) ? null : timeIn(Date.parse(start), timeZone);
  const changed = exceptions.flatMap((one): CalendarEvent[] => {
    if (one.type !== "changed") return [];
    const at = one.start ?? startOn(meeting, one.day);
    return [
      {
        ...shared,
        start: at,
        end: endOf(at, { minutes: one.minutes ?? meeting.minutes, days: one.days ?? meeting.days }),
        title: one.title ?? title,
        description: one.description === undefined ? description : one.description,
        location: one.location === undefined ? location : one.location,
        occurrence: { day: one.day, time },
        ...(attendee && answerAt ? { attendees: [{ ...attendee, answer: answerAt(one.day) }] } : {}),
      },
    ];
  });
  return [{ ...whole, repeat: { rule: repeat, removed } }, ...changed];
}

/** A series for one of its members: without the times in which others take part in their place. */
export function seriesOfMember(meeting: Meeting, userId: UserId): Meeting {
  const exceptions = meeting.exceptions.map((one): MeetingException => {
    const isIn = participantsAt(one, meeting.participants).includes(userId);
    return isIn ? one : { type: "removed", day: one.day };
  });
  return { ...meeting, exceptions };
}

/** A meeting as one of its guests has it in their calendar: a series without the times to which they are not invited, or those alone to which they are. */
export function eventsOfGuest(meeting: Meeting, guestId: string, around: Around): CalendarEvent[] {
  const isTheirs = ({ id }: { readonly id: string }) => id === guestId;
  const answerAt = (day: string) => replyOf(meeting.answers, guestId, day);
  const events = eventsOf(seriesOfGuests(meeting, isTheirs), { ...around, answerAt });
  return meeting.guests.some(isTheirs) ? events : events.filter(({ occurrence }) => occurrence !== undefined);
}

/** Single times of a series that somebody does not take part in any more, or that are none. */
export function canceledTimes(meeting: Meeting, days: readonly string[], around: Around): CalendarEvent[] {
  const kept = meeting.exceptions.filter(({ day }) => !days.includes(day));
  const named = days.map((day): MeetingException => ({ ...changeOn(meeting, day), type: "changed", day }));
  const events = eventsOf({ ...meeting, exceptions: [...kept, ...named] }, { ...around, isCanceled: true });
  return events.filter(({ occurrence }) => occurrence !== undefined && days.includes(occurrence.day));
}
