import type { Actor } from "../../kernel/actor.ts";
import { commit } from "../../data/commit.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { type CardId, isId, newId } from "../../kernel/id.ts";
import { dayOf, instantOf } from "../../kernel/zoned-time.ts";
import type { StoredActivity } from "../activity.ts";
import { type CalendarReply, readReplies } from "../icalendar/replies.ts";
import { isDay } from "../../cards/fields/day.ts";
import { isOurs, type ReplyAddress } from "../mails/address.ts";
import { answering } from "../meetings/answers.ts";
import { meetingOf } from "../meetings/rules.ts";
import { everyGuestOf } from "../meetings/guests-at.ts";
import type { Meeting, StoredGuest } from "../meetings/meeting.ts";
import { startOn } from "../meetings/time.ts";
import { findActivities } from "../store.ts";
import { binding } from "../types/meeting.ts";
import { changeSetOf } from "../writes.ts";
import { addresseeOf, cardOfGuest, type CardReads } from "./guest.ts";
import { meetingOfGuest } from "./guests-meeting.ts";
import { requireOpen } from "./times.ts";

interface Answering {
  readonly from: { readonly email: string };
  readonly calendars: readonly string[];
}

/**
 * Takes in what a guest's calendar answered to an invitation (RFC 6047), as if they had answered on the page. The address must be the one that this guest was
 * given, and the sender be that guest, verified by the caller: another's mail changes nothing, and neither does an answer to what has changed since or one older than their last.
 */
export async function answerByMail(
  address: ReplyAddress,
  activity: StoredActivity,
  { from, calendars }: Answering,
  clock: Clock,
  cards: CardReads,
): Promise<void> {
  const { orgId } = address;
  const { guest, replies } = (await repliesIn(address, activity, { from, calendars }, cards)) ?? {};
  if (!guest || !replies) return;
  const guestId = guest.id;
  const actor: Actor = { kind: "guest", guestId: isGuest(guestId) ? guestId : `gst_${guestId}`, orgId };
  for (const reply of replies)
    await commit({ orgId, actor, clock, requestId: newId("req"), origin: "system" }, async (at) => {
      const current = (await findActivities(orgId, [activity.id])).get(activity.id);
      const given = current && answerIn(current, guestId, reply, clock);
      const written = current && given && ifPossible(() => answering(orgId, current, given, at));
      return changeSetOf(written, current ?? activity);
    });
}

/** The guest whose address it is and who it is from, by the mail's own words, with their replies, the earliest first. */
async function repliesIn(
  address: ReplyAddress,
  activity: StoredActivity,
  { from, calendars }: Answering,
  cards: CardReads,
): Promise<{ guest: StoredGuest; replies: CalendarReply[] } | undefined> {
  const guest = everyGuestOf(meetingOf(activity)).find(({ id }) => isOurs(address, "invitation reply", id));
  const email = guest && (await addresseeOf(address.orgId, guest, cards)).email?.toLowerCase();
  if (!guest || !email || from.email !== email) return undefined;
  const replies = calendars
    .flatMap(readReplies)
    .filter((reply) => reply.uid === `${activity.id}@kartis` && reply.email === email)
    .toSorted((a, b) => (a.stamp < b.stamp ? -1 : 1));
  return { guest, replies };
}

/**
 * The card on which a reply is shown that is not counted, since its sender could not be verified: the guest's, or else the meeting's. Undefined if the mail
 * would not have counted anyway, and where there is no card.
 */
export async function cardOfReply(
  address: ReplyAddress,
  activity: StoredActivity,
  mail: Answering,
  cards: CardReads,
): Promise<CardId | undefined> {
  const { guest, replies = [] } = (await repliesIn(address, activity, mail, cards)) ?? {};
  if (!guest || replies.length === 0) return undefined;
  const { cardId } = activity.values;
  return (await cardOfGuest(address.orgId, guest, cards))?.card.id ?? (isId("crd", cardId) ? cardId : undefined);
}

const isGuest = (id: string): id is `gst_${string}` => id.startsWith("gst_");

/** Answer that the reply gives to the meeting as it is now; undefined if it no longer applies. */
function answerIn(current: StoredActivity, guestId: string, reply: CalendarReply, clock: Clock) {
  const meeting = meetingOf(current);
  const theirs = meetingOfGuest(meeting, guestId, clock.now());
  const named = dayIn(meeting, reply);
  // A guest of single times replies to the next of them where the reply names none.
  const day = named === null ? theirs?.day : named;
  if (!theirs || day === undefined || reply.sequence < lastBinding(current) || !isOpenFor(meeting, day, clock)) return undefined;
  // Nobody answers in the future, whatever their clock shows.
  const now = instant(clock);
  const answeredAt = reply.stamp < now ? reply.stamp : now;
  const last = meeting.answers
    .filter((answer) => answer.guestId === guestId && (day === null || answer.day === null || answer.day === day))
    .reduce((latest, answer) => ((answer.answeredAt ?? "") > latest ? (answer.answeredAt ?? "") : latest), "");
  // An instant of an invitation has no smaller parts than seconds.
  if (last !== "" && answeredAt.slice(0, 19) < last.slice(0, 19)) return undefined;
  const message = reply.comment?.slice(0, 1_000);
  return { guestId, day, rsvp: reply.answer, answeredAt, ...(message === undefined ? {} : { message }) };
}

/** The time of the series that it is for, by its name; null for all, and undefined where it names none. Of whole days, the day is what counts. */
function dayIn(meeting: Meeting, { occurrence }: CalendarReply): string | null | undefined {
  if (!occurrence || !meeting.repeat) return null;
  const { timeZone } = meeting;
  const { day, time, at } = occurrence;
  if (time === undefined) return day;
  // Some calendars write a whole day as its midnight, by whatever clocks.
  if (isDay(meeting.start)) return at === undefined || time === "00:00" ? day : dayAt(at, timeZone);
  const instantThere = at ?? instantOf(day, time, timeZone);
  // Where the clocks skip the hour of a series, it is later, but on that day.
  const near = dayAt(instantThere, timeZone);
  return near !== undefined && minuteOf(startOn(meeting, near)) === minuteOf(instantThere) ? near : undefined;
}

/** The day by the clocks of a zone; undefined where they show one out of the calendar. */
function dayAt(instantText: string, timeZone: string): string | undefined {
  const day = dayOf(Date.parse(instantText), timeZone);
  return isDay(day) ? day : undefined;
}

/** Calendars leave out seconds, or do not. */
const minuteOf = (instantText: string): string => instantText.slice(0, 16);

/** The sequence of the first invitation that says when and where it is now (`calendar-of.ts` counts versions). */
const lastBinding = ({ fieldVersions }: StoredActivity): number => {
  const versionOf = (name: string) => fieldVersions[name] ?? 1;
  // Who takes part in single times is among the exceptions, and makes no invitation wrong: the sequence stays as it was.
  const binds = (name: string) => (name === "exceptions" ? Math.min(versionOf(name), versionOf("sequence")) : versionOf(name));
  return Math.max(...binding.map(binds)) - 1;
};

const isOpenFor = (meeting: Meeting, day: string | null, clock: Clock): boolean =>
  ifPossible(() => {
    requireOpen(meeting, day, clock.now());
    return true;
  }) ?? false;

/** Undefined for a reply that the page would refuse, such as one too many: no one would see the error, and a retry would fail as well. */
function ifPossible<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof KartisError) return undefined;
    throw error;
  }
}
