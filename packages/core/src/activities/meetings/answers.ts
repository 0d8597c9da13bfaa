import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { StoredActivity } from "../activity.ts";
import { type ActivityWrite, edit } from "../writes.ts";
import { meetingOf, occurrenceNamed } from "./rules.ts";
import type { Answer, Reply } from "./schema.ts";

export interface GivenAnswer {
  readonly guestId: string;
  /** The occurrence of a series that it is for; null for the whole meeting. */
  readonly day: string | null;
  readonly rsvp: Reply;
  /** What the guest adds for the organizer; absent leaves what they added before. */
  readonly message?: string | undefined;
}

/**
 * A guest's reply, as a write for a commit; undefined when it is what it was. A reply for a whole series is one for each of its times, also for those for which
 * there was another. Throws NOT_FOUND for a meeting in the trash, an occurrence that there is none of, and somebody who is not invited.
 */
export function answering(
  orgId: OrgId,
  current: StoredActivity,
  { guestId, day, rsvp, message }: GivenAnswer,
  at: string,
): ActivityWrite | undefined {
  const meeting = meetingOf(current);
  const isThere = day === null || occurrenceNamed(meeting, day) !== undefined;
  const guest = meeting.guests.find(({ id }) => id === guestId);
  if (current.trashedAt || !isThere || !guest) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  const others = meeting.answers.filter((answer) => answer.guestId !== guestId || (day !== null && answer.day !== day));
  const same = meeting.answers.find((answer) => answer.guestId === guestId && answer.day === day);
  const said = message ?? same?.message ?? "";
  if (same?.rsvp === rsvp && (same.message ?? "") === said && others.length === meeting.answers.length - 1) return undefined;
  const answer: Answer = { guestId, day, rsvp, answeredAt: rsvp === "PENDING" ? null : at, ...(said ? { message: said } : {}) };
  return edit(orgId, current, { answers: [...others, answer] }, undefined, at, "meeting.rsvp");
}
