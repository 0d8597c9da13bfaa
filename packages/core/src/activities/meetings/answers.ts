import { KartisError } from "../../kernel/error.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import type { StoredActivity } from "../activity.ts";
import { type ActivityWrite, edit } from "../writes.ts";
import { meetingOf, occurrenceNamed } from "./rules.ts";
import type { Answer } from "./meeting.ts";
import type { Reply } from "./schema.ts";

export interface GivenAnswer {
  readonly guestId: string;
  /** The occurrence of a series that it is for; null for the whole meeting. */
  readonly day: string | null;
  readonly rsvp: Reply;
  /** When the reply was given, if earlier than it arrived. */
  readonly answeredAt?: string;
  /** The guest's message to the organizer; if absent, their earlier message stays. */
  readonly message?: string | undefined;
  /** The member who records it for the guest, null for a program; absent for the guest's own. */
  readonly by?: UserId | null;
}

/** Maximum number of occurrences that a guest can reply to separately: the replies of all guests are stored in the meeting's item. */
const mostOfGuest = 30;

/** Maximum length of a guest's messages kept with the replies, in characters; the journal has the full text. */
const longestOfGuest = 2_000;

/**
 * A guest's earlier replies that are kept beside a new one: replies to past occurrences give way, oldest first, and so do the oldest messages. Throws
 * PRECONDITION_FAILED for too many replies to what is to come.
 */
function keptOf(earlier: readonly Answer[], said: string, today: string): Answer[] {
  const byDay = earlier.toSorted((a, b) => ((a.day ?? "") < (b.day ?? "") ? -1 : 1));
  const over = Math.max(0, byDay.filter(({ day }) => day !== null).length + 1 - mostOfGuest);
  const past = byDay.filter(({ day }) => day !== null && day < today).slice(0, over);
  if (past.length < over) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.tooManyReplies" });
  let left = longestOfGuest - said.length;
  return byDay
    .filter((answer) => !past.includes(answer))
    .toSorted((a, b) => ((a.answeredAt ?? "") > (b.answeredAt ?? "") ? -1 : 1))
    .map(({ message = "", ...answer }) => {
      left -= message.length;
      return message && left >= 0 ? { ...answer, message } : answer;
    });
}

/**
 * A guest's reply, as a write for a commit; undefined when it is what it was. A reply for a whole series is one for each of its times, also for those for which
 * there was another. Throws NOT_FOUND for a meeting in the trash, an occurrence that there is none of, and somebody who is not invited.
 */
export function answering(
  orgId: OrgId,
  current: StoredActivity,
  { guestId, day, rsvp, message, answeredAt, by }: GivenAnswer,
  at: string,
): ActivityWrite | undefined {
  const meeting = meetingOf(current);
  const { guests } = (day === null ? meeting : occurrenceNamed(meeting, day)) ?? { guests: [] };
  const isGuest = guests.some(({ id }) => id === guestId);
  if (current.trashedAt || !isGuest) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  const others = meeting.answers.filter((answer) => answer.guestId !== guestId || (day !== null && answer.day !== day));
  const same = meeting.answers.find((answer) => answer.guestId === guestId && answer.day === day);
  const said = message ?? same?.message ?? "";
  // A guest who says themselves what was recorded for them has said something new.
  const isTheirs = by === undefined && same?.by !== undefined;
  if (same?.rsvp === rsvp && !isTheirs && (same.message ?? "") === said && others.length === meeting.answers.length - 1)
    return undefined;
  const answer: Answer = {
    guestId,
    day,
    rsvp,
    answeredAt: rsvp === "PENDING" ? null : (answeredAt ?? at),
    ...(said ? { message: said } : {}),
    ...(by === undefined || rsvp === "PENDING" ? {} : { by }),
  };
  const own = keptOf(
    others.filter((one) => one.guestId === guestId),
    said,
    at.slice(0, 10),
  );
  const ofOthers = others.filter((one) => one.guestId !== guestId);
  return edit(orgId, current, { answers: [...ofOthers, ...own, answer] }, undefined, at, "meeting.rsvp");
}
