import { seriesOfGuests, singleDaysOf } from "../meetings/guests-at.ts";
import { meetingAt } from "../meetings/rules.ts";
import type { Guest, Meeting, StoredGuest } from "../meetings/meeting.ts";
import { endOf } from "../meetings/time.ts";
import { isPast } from "./times.ts";

/** A meeting as one of its guests knows it. */
export interface GuestsMeeting {
  /** The whole, without the times to which they are not invited; or one of the single times to which they are, as a meeting of its own. */
  readonly meeting: Meeting;
  readonly guest: Guest;
  /** The day by which the series names that single time. */
  readonly day: string | null;
}

/**
 * One of the single times of a series to which some guests are invited, as a meeting of its own: the next, or the last when all are over; undefined where they
 * are invited to none alone.
 * @param on the day that names the one that is asked for
 */
export function singleTimeOf(
  meeting: Meeting,
  isTheirs: (guest: StoredGuest) => boolean,
  now: number,
  on?: string,
): { readonly meeting: Meeting; readonly day: string } | undefined {
  const times = singleDaysOf(meeting, isTheirs)
    .flatMap((day) => {
      const time = meetingAt(meeting, day);
      return time ? [{ meeting: time, day }] : [];
    })
    .toSorted((one, other) => (one.meeting.start < other.meeting.start ? -1 : 1));
  const isToCome = ({ meeting: time }: { readonly meeting: Meeting }) => !isPast({ end: endOf(time.start, time) }, time, now);
  return times.find(({ day }) => day === on) ?? times.find(isToCome) ?? times.at(-1);
}

/**
 * Undefined for somebody who is not invited. To a guest of single times, the meeting is one of them.
 * @param on the day that names the one they ask about
 */
export function meetingOfGuest(meeting: Meeting, guestId: string, now: number, on?: string): GuestsMeeting | undefined {
  const isTheirs = ({ id }: { readonly id: string }) => id === guestId;
  const inSeries = meeting.guests.find(isTheirs);
  if (inSeries) return { meeting: seriesOfGuests(meeting, isTheirs), guest: inSeries, day: null };
  const time = singleTimeOf(meeting, isTheirs, now, on);
  const guest = time?.meeting.guests.find(isTheirs);
  return time && guest && { ...time, guest };
}
