import type { MessageKind } from "../meetings/message-kinds.ts";
import type { Clock } from "../../kernel/clock.ts";
import { findRecord } from "../../data/journal-entity.ts";
import { changesOf } from "../../data/payloads.ts";
import { isId, type OrgId } from "../../kernel/id.ts";
import { findOrganization, type Organization } from "../../organizations/index.ts";
import type { Effect } from "../../outbound/index.ts";
import { everyGuestOf, seriesOfGuests } from "../meetings/guests-at.ts";
import { meetingAt, meetingOf } from "../meetings/rules.ts";
import type { Guest, Meeting } from "../meetings/meeting.ts";
import { endOf } from "../meetings/time.ts";
import { findActivities } from "../store.ts";
import { isOver, type MeetingChange, meetingActions, MeetingMessage } from "./notify.ts";
import { remindedTime } from "./reminder.ts";
import { isOnlyRenamed, isRenamed } from "./single-times.ts";
import { atShownTime, isPast } from "./times.ts";

/** Somebody from outside at a meeting, or who was. */
export type KnownGuest = Omit<Guest, "answeredAt">;

/** What a message to somebody at a meeting is about, as the meeting is now. */
export interface Occasion {
  readonly orgId: OrgId;
  readonly organization: Organization;
  readonly kind: MessageKind;
  readonly meeting: Meeting;
  /** The meeting before the change; undefined where nothing of it was other, and of a reminder. */
  readonly before: Meeting | undefined;
  /** What the link for replying leads to: where the message is about times of a series, the first of them. */
  readonly link: { readonly meeting: Pick<Meeting, "id" | "guests">; readonly day: string | undefined };
  /** The times of a series that it is about, by the days that name them; none where it is about the whole meeting. */
  readonly days: readonly string[];
  /** What its text is about: the meeting, of a series with the time that comes next; or those times, each as a meeting of its own. */
  readonly announced: readonly [Meeting, ...Meeting[]];
  /** The first of them as it was before the change. */
  readonly previous: Meeting | undefined;
  /** Those times are as they were: only the entries that calendars have of them are replaced by others. */
  readonly isOnlyRenamed: boolean;
  readonly guest: KnownGuest | undefined;
  /** The change that it follows from; none of a reminder. */
  readonly change: MeetingChange | undefined;
  /** Who made the change. */
  readonly actorId: string | undefined;
  /** When the reminder was due. */
  readonly remindAt: string | undefined;
}

/** Undefined if there is nothing true to say any more: another change will have brought a message of its own. */
export async function occasionOf(
  { orgId, subjectId, userId, payload }: Pick<Effect, "orgId" | "subjectId" | "userId" | "payload">,
  clock: Clock,
): Promise<Occasion | undefined> {
  const { kind, guestId, recordId, remindAt, days: named, isFormer } = MeetingMessage.parse(payload);
  const [activity, organization, record] = await Promise.all([
    isId("act", subjectId) ? findActivities(orgId, [subjectId]).then((found) => found.get(subjectId)) : undefined,
    findOrganization(orgId),
    findRecord(orgId, recordId),
  ]);
  if (activity?.type !== "MEETING" || !organization || isOver(activity.values, clock)) return undefined;
  const stored = meetingOf(activity);
  const reminded = kind === "reminded" ? remindedTime(activity, guestId, remindAt) : undefined;
  const meeting = kind === "reminded" ? reminded?.meeting : stored;
  if (!meeting) return undefined;
  const change = changesOf(record?.changes ?? [], meetingActions).find(({ subject }) => subject.id === meeting.id);
  const before = change?.before ? meetingOf({ ...activity, values: { ...activity.values, ...change.before } }) : undefined;
  const guest = guestOf(meeting, guestId);
  const isInvited = ({ guests }: Meeting) => guests.some(({ id }) => id === guestId);
  const isIn = (held: Meeting): boolean => (guestId === null ? held.participants.some((id) => id === userId) : isInvited(held));
  const now = clock.now();
  const link = { meeting: stored, day: reminded?.day ?? named[0] };
  const base = {
    orgId,
    organization,
    kind,
    meeting,
    before,
    link,
    change,
    actorId: record?.actor.id,
    remindAt,
    isOnlyRenamed: false,
  };
  if (named.length > 0) {
    const isDeleted = meeting.trashedAt !== null;
    // Guests of a series who are invited to it no more, or one of which is deleted, have got a message about the whole of it.
    const wasInvited = isInvited(before ?? meeting);
    if (guestId !== null && kind !== "invited" && wasInvited && (isDeleted || !isInvited(meeting))) return undefined;
    if (isDeleted && kind !== "canceled") return undefined;
    // Whoever has joined the series since was invited to all of its times.
    if (isFormer && isIn(meeting)) return undefined;
    const isStillIn = (time: Meeting) => !isDeleted && isIn(time);
    const held = before ?? (isDeleted ? meeting : undefined);
    const times =
      isFormer && held
        ? formerTimes({ meeting, before: held }, named, now)
        : timesToAnnounce({ kind, meeting, before: held, isIn: isStillIn }, named, now);
    const [first, ...more] = times;
    if (!first) return undefined;
    const isAsBefore = (day: string): boolean => {
      const time = meetingAt(meeting, day);
      return time !== undefined && isStillIn(time) && held !== undefined && isOnlyRenamed(held, meeting, day);
    };
    const previous = kind === "changed" && more.length === 0 ? first.previous : undefined;
    return {
      ...base,
      days: times.map(({ day }) => day),
      announced: [first.announced, ...more.map(({ announced }) => announced)],
      previous,
      isOnlyRenamed: (isFormer || kind === "changed") && times.every(({ day }) => isAsBefore(day)),
      guest: guest ?? formerGuest(before, guestId),
    };
  }
  if ((meeting.trashedAt === null && isIn(meeting)) === (kind === "canceled")) return undefined;
  // The next of the times to which they are invited.
  const isReader = ({ id }: { readonly id: string }) => id === guestId;
  const theirs = (held: Meeting) => (isInvited(held) ? seriesOfGuests(held, isReader) : held);
  const announced = [atShownTime(theirs(meeting), now)] as const;
  const previous = kind === "changed" && before ? atShownTime(theirs(before), now) : undefined;
  return { ...base, days: [], announced, previous, guest: guest ?? formerGuest(before, guestId) };
}

/** A guest of the meeting, or of one of its times. */
const guestOf = (meeting: Meeting, guestId: string | null): KnownGuest | undefined => {
  const found = everyGuestOf(meeting).find(({ id }) => id === guestId);
  return found && { rsvp: "PENDING", ...found };
};

interface TimesOf {
  readonly kind: MessageKind;
  readonly meeting: Meeting;
  readonly before: Meeting | undefined;
  /** Whether the person is at a time. */
  readonly isIn: (time: Meeting) => boolean;
}

interface AnnouncedTime {
  readonly day: string;
  readonly announced: Meeting;
  readonly previous: Meeting | undefined;
}

/** Those of the named times of which it is still true, and that are not over. */
export function timesToAnnounce(
  { kind, meeting, before, isIn }: TimesOf,
  named: readonly string[],
  now: number,
): AnnouncedTime[] {
  const isOpen = (time: Meeting | undefined) => time !== undefined && isToCome(time, now);
  return named.flatMap((day): AnnouncedTime[] => {
    const time = meetingAt(meeting, day);
    const previous = before && meetingAt(before, day);
    if ((time !== undefined && isIn(time)) === (kind === "canceled")) return [];
    // A time that was removed is what it was before, or as its series has it where another change came between.
    const announced = kind === "canceled" ? (previous ?? meetingAt(withoutChange(meeting, day), day)) : time;
    return announced && (isOpen(announced) || isOpen(previous)) ? [{ day, announced, previous }] : [];
  });
}

const isToCome = (time: Meeting, now: number): boolean => !isPast({ end: endOf(time.start, time) }, time, now);

/** Those of the given times, as they were before, whose former RECURRENCE-ID is still in guests' calendars. */
const formerTimes = (
  { meeting, before }: { readonly meeting: Meeting; readonly before: Meeting },
  named: readonly string[],
  now: number,
): AnnouncedTime[] =>
  named.flatMap((day) => {
    const previous = meetingAt(before, day);
    return previous && isToCome(previous, now) && isRenamed(before, meeting, day) ? [{ day, announced: previous, previous }] : [];
  });

const withoutChange = (meeting: Meeting, day: string): Meeting => ({
  ...meeting,
  exceptions: meeting.exceptions.filter((one) => one.day !== day),
});

/** Somebody who was taken off with the change. */
function formerGuest(before: Meeting | undefined, guestId: string | null): KnownGuest | undefined {
  const guest = before && guestOf(before, guestId);
  return guest && { ...guest, rsvp: "PENDING" };
}
