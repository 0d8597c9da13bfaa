import { isDay } from "../../cards/fields/day.ts";
import { isId } from "../../kernel/id-form.ts";
import type { UserId } from "../../kernel/id.ts";
import { dayAfter, dayOf } from "../../kernel/zoned-time.ts";
import type { Activity } from "../activity.ts";
import { attachmentsOf } from "../attachments/rules.ts";
import { firstOf, gives, occurrencesFrom } from "../recurrence/occurrences.ts";
import { reminderOf } from "../reminders/rules.ts";
import { guestsAt, seriesOfGuests, singleDaysOf } from "./guests-at.ts";
import type { Answer, Guest, Meeting, MeetingException, Occurrence, StoredGuest } from "./meeting.ts";
import type { Notify, Reply } from "./schema.ts";
import { descriptionOn, endOf, instantAt, longestMs, seriesOf, startOn, timingOf } from "./time.ts";

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []); // as the schema accepted it

/** Which messages guests get unless the meeting says otherwise. */
export const usualNotify: Notify = {
  invite: true,
  inviteBySms: false,
  changes: true,
  changesBySms: false,
  remind: false,
  remindBySms: false,
};

const answerFor = (answers: readonly Answer[], guestId: string, day: string | null): Answer | undefined =>
  answers.find((answer) => answer.guestId === guestId && answer.day === day);

/** A guest's reply for an occurrence: its own, or else that for the series. */
export const replyOf = (answers: readonly Answer[], guestId: string, day: string | null): Reply =>
  (answerFor(answers, guestId, day) ?? answerFor(answers, guestId, null))?.rsvp ?? "PENDING";

/** An activity of the type as what its callers get. */
export function meetingOf({ id, version, values, createdBy, automationId, createdAt, updatedAt, trashedAt }: Activity): Meeting {
  const { participants, guests, answers, cardId, reminder, notify, sequence } = values;
  const replies = list<Answer>(answers);
  return {
    id,
    version,
    title: text(values["title"]) ?? "",
    description: text(values["description"]),
    location: text(values["location"]),
    ...timingOf(values),
    participants: list<UserId>(participants),
    guests: list<StoredGuest>(guests).map((guest) => {
      const answer = answerFor(replies, guest.id, null);
      return {
        ...guest,
        rsvp: answer?.rsvp ?? "PENDING",
        answeredAt: answer?.answeredAt ?? null,
      };
    }),
    answers: replies,
    withoutReminders: list<string>(values["withoutReminders"]),
    cardId: isId("crd", cardId) ? cardId : null,
    reminder: reminderOf(reminder),
    notify: { ...usualNotify, ...(notify as Partial<Notify> | undefined) }, // as the schema accepted it
    attachments: attachmentsOf(values),
    sequence: typeof sequence === "number" ? sequence : 0,
    createdBy: isId("usr", createdBy) ? createdBy : null,
    automationId,
    createdAt,
    updatedAt,
    trashedAt,
  };
}

type Changed = Extract<MeetingException, { type: "changed" }>;

/** Data looked up for each occurrence of a meeting. */
interface Details {
  readonly meeting: Meeting;
  readonly changes: ReadonlyMap<string, Changed>;
  /** Keyed by guest and, for a single occurrence, its day. */
  readonly replies: ReadonlyMap<string, Reply>;
}

const replyKey = (guestId: string, day: string | null): string => `${guestId} ${day ?? ""}`;

const detailsOf = (meeting: Meeting): Details => ({
  meeting,
  changes: new Map(meeting.exceptions.flatMap((one) => (one.type === "changed" ? [[one.day, one]] : []))),
  replies: new Map(meeting.answers.map(({ guestId, day, rsvp }) => [replyKey(guestId, day), rsvp])),
});

/** One time of the meeting: as the series has it at that time, unless it was changed. */
function occurrenceAt({ meeting, changes, replies }: Details, name: string | null, seriesStart: string): Occurrence {
  const changed = name === null ? undefined : changes.get(name);
  const start = changed?.start ?? seriesStart;
  const { minutes = meeting.minutes, days = meeting.days } = changed ?? {};
  return {
    meetingId: meeting.id,
    day: name,
    start,
    end: endOf(start, { minutes, days }),
    isAllDay: isDay(start),
    title: changed?.title ?? meeting.title,
    location: changed?.location === undefined ? meeting.location : changed.location,
    participants: changed?.participants ?? meeting.participants,
    guests: guestsAt(changed, meeting.guests).map(({ id, cardId, email, name: called }) => ({
      id,
      cardId,
      email,
      name: called,
      rsvp: replies.get(replyKey(id, name)) ?? replies.get(replyKey(id, null)) ?? "PENDING",
    })),
    cardId: meeting.cardId,
    isRepeating: meeting.repeat !== null,
    isChanged: changed !== undefined,
    createdBy: meeting.createdBy,
    version: meeting.version,
    canUpdate: false,
  };
}

/** The exception that changes the occurrence on a day, if any. */
export const changeOn = ({ exceptions }: Pick<Meeting, "exceptions">, day: string): Changed | undefined =>
  exceptions.find((one): one is Changed => one.type === "changed" && one.day === day);

/** One of its times as a meeting of its own; undefined where there is none, or it was removed. */
export function meetingAt(meeting: Meeting, day: string | null): Meeting | undefined {
  const occurrence = occurrenceNamed(meeting, day ?? undefined);
  if (!occurrence) return undefined;
  const { minutes = meeting.minutes, days = meeting.days } = (day === null ? undefined : changeOn(meeting, day)) ?? {};
  const { title, location, start, participants } = occurrence;
  const answers = occurrence.guests.flatMap(({ id }) => {
    const answer = answerFor(meeting.answers, id, day) ?? answerFor(meeting.answers, id, null);
    return answer ? [{ ...answer, day: null }] : [];
  });
  const guests = occurrence.guests.map((guest): Guest => ({
    ...guest,
    answeredAt: answerFor(answers, guest.id, null)?.answeredAt ?? null,
  }));
  const values = { title, description: descriptionOn(meeting, day), location, start, minutes, days };
  return { ...meeting, ...values, participants, guests, answers, repeat: null, exceptions: [] };
}

/** A window of time: instants, and the days of whoever looks at it. */
export interface Window {
  readonly from: string;
  readonly until: string;
  readonly timeZone: string;
}

/** The days of a window, the last one excluded. */
export const daysIn = ({ from, until, timeZone }: Window): { from: string; until: string } => ({
  from: dayOf(Date.parse(from), timeZone),
  until: dayAfter(dayOf(Date.parse(until) - 1, timeZone)),
});

/**
 * The occurrences that reach into the window, by when they begin, each made when it is asked for: a series may have one a day for ever. `canUpdate` is false;
 * whoever knows the caller sets it.
 */
export function* occurrencesOf(meeting: Meeting, window: Window): Generator<Occurrence> {
  const isAllDay = isDay(meeting.start);
  const { from, until } = isAllDay ? daysIn(window) : window;
  const isInside = ({ start, end }: Occurrence) => start < until && end > from;
  const details = detailsOf(meeting);
  const series = seriesOf(meeting);
  if (!series) {
    const only = occurrenceAt(details, null, meeting.start);
    if (isInside(only)) yield only;
    return;
  }
  const earliest = new Date(Date.parse(from) - longestMs(meeting)).toISOString();
  for (const { day, at } of occurrencesFrom(series, { from: isAllDay ? earliest.slice(0, 10) : earliest, until })) {
    const occurrence = occurrenceAt(details, day, at ?? day);
    if (isInside(occurrence)) yield occurrence;
  }
}

/** The occurrence of that name, or the only one; undefined where there is none, or it was removed. */
export function occurrenceNamed(meeting: Meeting, day: string | undefined): Occurrence | undefined {
  const series = seriesOf(meeting);
  if (!series) return day === undefined ? occurrenceAt(detailsOf(meeting), null, meeting.start) : undefined;
  if (day === undefined || !gives(series, day)) return undefined;
  if (meeting.exceptions.some((one) => one.type === "removed" && one.day === day)) return undefined;
  return occurrenceAt(detailsOf(meeting), day, startOn(meeting, day));
}

/** After everything that can be written. */
const never = "9998-12-31T00:00:00.000Z";

/** The time of a meeting that is going on or comes next, by the clocks of its zone; undefined where all are over. */
export function nextOccurrence(meeting: Meeting, nowMs: number): Occurrence | undefined {
  const [next] = occurrencesOf(meeting, { from: new Date(nowMs).toISOString(), until: never, timeZone: meeting.timeZone });
  return next;
}

/** The same for some of its guests; undefined where they are invited to nothing that is to come. */
export function nextOccurrenceFor(
  meeting: Meeting,
  isTheirs: (guest: StoredGuest) => boolean,
  nowMs: number,
): Occurrence | undefined {
  if (meeting.guests.some(isTheirs)) return nextOccurrence(seriesOfGuests(meeting, isTheirs), nowMs);
  return singleDaysOf(meeting, isTheirs)
    .flatMap((day) => occurrenceNamed(meeting, day) ?? [])
    .filter(({ end }) => Date.parse(instantAt(end, meeting.timeZone)) > nowMs)
    .toSorted((one, other) => (one.start < other.start ? -1 : 1))
    .at(0);
}

/** The occurrence of a meeting that one opens without naming one: the only one, or of a series the next, and when all are over the first. */
export function occurrenceToOpen(meeting: Meeting, nowMs: number): Occurrence | undefined {
  const series = seriesOf(meeting);
  if (!series) return occurrenceNamed(meeting, undefined);
  return nextOccurrence(meeting, nowMs) ?? occurrenceNamed(meeting, firstOf(series)?.day);
}
