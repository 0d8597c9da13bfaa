import { isDay } from "../../cards/fields/day.ts";
import { KartisError } from "../../kernel/error.ts";
import { dayOf } from "../../kernel/zoned-time.ts";
import { meetingAt, nextOccurrence, occurrenceNamed } from "../meetings/rules.ts";
import type { Meeting, Occurrence } from "../meetings/meeting.ts";
import { seriesOf } from "../meetings/time.ts";
import { lastOf } from "../recurrence/occurrences.ts";

export const notFound = () => new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });

/** Whether it is over: a day when it has ended in the meeting's zone. */
export const isPast = ({ end }: Pick<Occurrence, "end">, { timeZone }: Pick<Meeting, "timeZone">, now: number): boolean =>
  isDay(end) ? end <= dayOf(now, timeZone) : Date.parse(end) <= now;

/**
 * The time that the link is about now: the next one, or the last when there is none.
 * @param on the day that names the one it was sent for, which is meant as long as it is to come
 */
export function shownTime(meeting: Meeting, now: number, on?: string): Occurrence | undefined {
  const series = seriesOf(meeting);
  if (!series) return occurrenceNamed(meeting, undefined);
  const asked = on === undefined ? undefined : occurrenceNamed(meeting, on);
  if (asked && !isPast(asked, meeting, now)) return asked;
  return nextOccurrence(meeting, now) ?? occurrenceNamed(meeting, lastOf(series)?.day);
}

/** A series when that time is; any other meeting as it is. */
export function atShownTime(meeting: Meeting, now: number): Meeting {
  const day = meeting.repeat ? shownTime(meeting, now)?.day : undefined;
  const time = day ? meetingAt(meeting, day) : undefined;
  return time ? { ...meeting, start: time.start, minutes: time.minutes, days: time.days } : meeting;
}

/** Refuses an answer to what is over, called off, or never was. */
export function requireOpen(meeting: Meeting, day: string | null, now: number): void {
  if (meeting.trashedAt !== null) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.meetingCanceled" });
  const time = day === null ? shownTime(meeting, now) : occurrenceNamed(meeting, day);
  if (!time) throw notFound();
  if (isPast(time, meeting, now)) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.meetingOver" });
}
