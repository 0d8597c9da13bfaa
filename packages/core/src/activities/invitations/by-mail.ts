import type { Actor } from "../../kernel/actor.ts";
import { commit } from "../../data/commit.ts";
import { type Clock, instant } from "../../kernel/clock.ts";
import { KartisError } from "../../kernel/error.ts";
import { newId } from "../../kernel/id.ts";
import { dayOf } from "../../kernel/zoned-time.ts";
import type { StoredActivity } from "../activity.ts";
import { type CalendarReply, readReplies } from "../icalendar/replies.ts";
import { isOurs, type ReplyAddress } from "../mails/address.ts";
import { answering } from "../meetings/answers.ts";
import { meetingOf } from "../meetings/rules.ts";
import type { Meeting } from "../meetings/schema.ts";
import { findActivities } from "../store.ts";
import { binding } from "../types/meeting.ts";
import { changeSetOf } from "../writes.ts";
import { addresseeOf, type CardReads } from "./guest.ts";
import { requireOpen } from "./times.ts";

interface Answering {
  readonly from: { readonly email: string };
  readonly calendars: readonly string[];
}

/**
 * Takes in what a guest's calendar answered to an invitation (RFC 6047), as if they had answered on the page. The address must be the one that this guest was
 * given, and the sender be that guest: another's mail changes nothing, and neither does an answer to what has changed since or one older than their last.
 */
export async function answerByMail(
  address: ReplyAddress,
  activity: StoredActivity,
  { from, calendars }: Answering,
  clock: Clock,
  cards: CardReads,
): Promise<void> {
  const { orgId } = address;
  const guest = meetingOf(activity).guests.find(({ id }) => isOurs(address, "invitation reply", id));
  const email = guest && (await addresseeOf(orgId, guest, cards)).email?.toLowerCase();
  if (!guest || !email || from.email !== email) return;
  const replies = calendars
    .flatMap(readReplies)
    .filter((reply) => reply.uid === `${activity.id}@kartis` && reply.email === email)
    .toSorted((a, b) => (a.stamp < b.stamp ? -1 : 1));
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

const isGuest = (id: string): id is `gst_${string}` => id.startsWith("gst_");

/** Answer that the reply gives to the meeting as it is now; undefined if it no longer applies. */
function answerIn(current: StoredActivity, guestId: string, reply: CalendarReply, clock: Clock) {
  const meeting = meetingOf(current);
  const isInvited = meeting.guests.some(({ id }) => id === guestId);
  const day = dayIn(meeting, reply);
  if (!isInvited || reply.sequence < lastBinding(current) || !isOpenFor(meeting, day, clock)) return undefined;
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

/** The time of the series that it is for, by its name. */
function dayIn({ repeat, timeZone }: Meeting, { occurrence }: CalendarReply): string | null {
  if (!occurrence || !repeat) return null;
  return "day" in occurrence ? occurrence.day : dayOf(Date.parse(occurrence.at), timeZone);
}

/** The sequence of the first invitation that says when and where it is now (`calendar-of.ts` counts versions). */
const lastBinding = ({ fieldVersions }: StoredActivity): number =>
  Math.max(...binding.map((name) => fieldVersions[name] ?? 1)) - 1;

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
