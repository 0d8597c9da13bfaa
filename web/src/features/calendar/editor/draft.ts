import { descriptionOn } from "@kartis/core/activities/meetings/time.ts";
import type { Meeting, Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { dayAfter, dayOf, instantOf, timeIn } from "@kartis/core/kernel/zoned-time.ts";
import type { MeetingChange, NewMeeting } from "../changes/meetings.ts";
import type { Place } from "../layout/moving.ts";

/** Somebody from outside: a card, or a mail address. */
export interface DraftGuest {
  /** Of a guest who is invited already. */
  readonly id?: string;
  readonly cardId: CardId | null;
  readonly email: string | null;
  readonly name: string | null;
}

/** A meeting while it is being written. Its times are those of its own zone. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly isAllDay: boolean;
  readonly day: string | null;
  readonly time: string | null;
  readonly minutes: number | null;
  /** Of whole days, the last one. */
  readonly lastDay: string | null;
  readonly timeZone: string;
  readonly participants: readonly string[];
  readonly guests: readonly DraftGuest[];
  readonly cardId: CardId | null;
  readonly repeat: Rule | null;
  readonly reminder: Meeting["reminder"];
  readonly notify: Meeting["notify"];
  readonly attachments: Meeting["attachments"];
  /** Names of files that were attached when it was left, and that have to be attached again. */
  readonly lostFiles?: readonly string[];
}

const usualMinutes = 60;
/** Which messages guests of a new meeting get. */
export const usualNotify: Draft["notify"] = {
  invite: true,
  inviteBySms: false,
  changes: true,
  changesBySms: false,
  remind: false,
  remindBySms: false,
};

/** What a new meeting begins with. */
export function emptyDraft(
  place: Place,
  { timeZone, userId, cardId }: { readonly timeZone: string; readonly userId: string; readonly cardId?: CardId | undefined },
): Draft {
  return {
    title: "",
    description: "",
    location: "",
    isAllDay: place.isAllDay,
    day: place.isAllDay ? place.firstDay : dayOf(place.startMs, timeZone),
    time: place.isAllDay ? "09:00" : timeIn(place.startMs, timeZone),
    minutes: place.isAllDay ? usualMinutes : Math.round((place.endMs - place.startMs) / 60_000),
    lastDay: place.lastDay,
    timeZone,
    participants: [userId],
    guests: cardId ? [{ cardId, email: null, name: null }] : [],
    cardId: cardId ?? null,
    repeat: null,
    reminder: 15,
    notify: usualNotify,
    attachments: [],
  };
}

/** The draft at the time of another. */
export function timedAs(draft: Draft, { isAllDay, day, time, minutes, lastDay, timeZone }: Draft): Draft {
  return { ...draft, isAllDay, day, time, minutes, lastDay, timeZone };
}

/** What is there: of a series, the time that was opened. */
export function draftOf(meeting: Meeting, occurrence: Occurrence): Draft {
  const { timeZone } = meeting;
  const { start, end, isAllDay } = occurrence;
  const startMs = Date.parse(start);
  return {
    title: occurrence.title,
    description: descriptionOn(meeting, occurrence.day) ?? "",
    location: occurrence.location ?? "",
    isAllDay,
    day: isAllDay ? start : dayOf(startMs, timeZone),
    time: isAllDay ? "09:00" : timeIn(startMs, timeZone),
    minutes: isAllDay ? usualMinutes : Math.round((Date.parse(end) - startMs) / 60_000),
    lastDay: isAllDay ? dayAfter(end, -1) : dayOf(Date.parse(end) - 1, timeZone),
    timeZone,
    participants: occurrence.participants,
    guests: occurrence.guests.map(({ id, cardId, email, name }) => ({ id, cardId, email, name })),
    cardId: meeting.cardId,
    repeat: meeting.repeat,
    reminder: meeting.reminder,
    notify: meeting.notify,
    attachments: meeting.attachments,
  };
}

/** Keys of the catalogue, by the field. */
export type DraftErrors = Partial<Record<"title" | "day" | "time" | "minutes" | "lastDay", string>>;

export function errorsOf(draft: Draft): DraftErrors {
  const { title, isAllDay, day, time, minutes, lastDay } = draft;
  return {
    ...(title.trim() === "" ? { title: "validation.title" } : {}),
    ...(day === null ? { day: "validation.required" } : {}),
    ...(!isAllDay && time === null ? { time: "validation.required" } : {}),
    ...(!isAllDay && minutes === null ? { minutes: "validation.required" } : {}),
    ...(isAllDay && lastDay !== null && day !== null && lastDay < day ? { lastDay: "validation.endBeforeStart" } : {}),
  };
}

/** How many whole days it takes. */
export const daysIn = ({ day, lastDay }: Draft): number =>
  day === null ? 1 : (Date.parse(lastDay ?? day) - Date.parse(day)) / 86_400_000 + 1;

/** As the API takes it. */
export function inputOf(draft: Draft): NewMeeting {
  const { title, description, location, isAllDay, day, time, minutes, timeZone, guests, cardId, repeat, reminder, notify } =
    draft;
  return {
    title: title.trim(),
    description: description.trim() === "" ? null : description.trim(),
    location: location.trim() === "" ? null : location.trim(),
    // By the clocks of the meeting's zone, which makes an instant of it.
    start: isAllDay ? (day ?? "") : `${day ?? ""}T${time ?? ""}`,
    minutes: isAllDay ? null : minutes,
    days: isAllDay ? daysIn(draft) : null,
    timeZone,
    participants: draft.participants.filter((id) => isId("usr", id)),
    guests: guests.map(({ id, ...guest }) => (id === undefined ? guest : { ...guest, id })),
    cardId,
    repeat,
    reminder,
    notify,
    attachments: draft.attachments.map(({ fileId }) => fileId),
  };
}

const timing = ["start", "minutes", "days", "timeZone"] as const;

/**
 * Only what is different: what others write meanwhile stays theirs, and a date that was moved does not move its series when only its length is changed. A start is
 * one of its zone, and days and hours take their lengths along.
 */
export function changeOf(before: Draft, after: Draft): MeetingChange {
  const [from, to] = [inputOf(before), inputOf(after)];
  const isSame = (name: keyof NewMeeting) => JSON.stringify(from[name]) === JSON.stringify(to[name]);
  const isStart = (name: string) => name === "start" || name === "timeZone";
  const isLength = (name: string) => name === "minutes" || name === "days";
  const isMoved = !isSame("start") || !isSame("timeZone");
  const isOfOtherKind = before.isAllDay !== after.isAllDay;
  const isSent = (name: keyof NewMeeting) => !isSame(name) || (isStart(name) && isMoved) || (isLength(name) && isOfOtherKind);
  const sent = (Object.keys(to) as (keyof NewMeeting)[]).filter(isSent); // it has no other keys
  return Object.fromEntries(sent.map((name) => [name, to[name]]));
}

/** What guests learn of a change by mail; undefined where it is nothing to them. */
export function newsIn(change: MeetingChange): "move" | "change" | undefined {
  if (timing.some((name) => name in change)) return "move";
  return ["title", "location", "repeat"].some((name) => name in change) ? "change" : undefined;
}

/** How it looks on the calendar before the server has answered. */
export function occurrenceOf(draft: Draft, base: Pick<Occurrence, "meetingId" | "createdBy"> & Partial<Occurrence>): Occurrence {
  const { isAllDay, day, time, minutes, timeZone, guests, cardId, repeat } = draft;
  const start = isAllDay ? (day ?? "") : instantOf(day ?? "", time ?? "", timeZone);
  return {
    day: null,
    isChanged: false,
    version: 0,
    canUpdate: true,
    ...base,
    start,
    end: isAllDay ? dayAfter(start, daysIn(draft)) : new Date(Date.parse(start) + (minutes ?? 0) * 60_000).toISOString(),
    isAllDay,
    title: draft.title.trim(),
    location: draft.location.trim() === "" ? null : draft.location.trim(),
    participants: draft.participants.filter((id) => isId("usr", id)),
    guests: guests.map(({ id, ...guest }, index) => ({ ...guest, id: id ?? String(index), rsvp: "PENDING" as const })),
    cardId,
    isRepeating: repeat !== null,
  };
}
