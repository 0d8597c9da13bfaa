import { sameValue } from "../../kernel/same-value.ts";
import type { ActivityValues, UndoneEdit } from "../types/definition.ts";
import { guestsAt } from "./guests-at.ts";
import type { Answer, MeetingException, StoredGuest } from "./meeting.ts";
import { replyOf } from "./rules.ts";

/** The replies without those for the day. */
export function voided(all: readonly Answer[], guests: readonly StoredGuest[], day: string): Answer[] {
  const replied = guests.filter(({ id }) => replyOf(all, id, day) !== "PENDING");
  return [
    ...all.filter((answer) => answer.day !== day),
    ...replied.map(({ id }) => ({ guestId: id, day, rsvp: "PENDING", answeredAt: null }) as const),
  ];
}

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []); // as the schema accepted it
const on = <T extends { readonly day: string | null }>(value: unknown, day: string): readonly T[] =>
  list<T>(value).filter((one) => one.day === day);

/**
 * The replies when single times of a series are put back as they were before an edit: those to other times stay; those to these are the ones of then, unless guests have replied
 * since. Such a reply stays where its time does.
 */
export function answersUndone(current: ActivityValues, values: ActivityValues, { before, after, days }: UndoneEdit): Answer[] {
  return (days ?? []).reduce<Answer[]>(
    (answers, day) => {
      const [was, is] = [current, values].map(({ exceptions }) => on<MeetingException>(exceptions, day)[0]);
      const now = on<Answer>(answers, day);
      if ("answers" in after && sameValue(now, on(after["answers"], day)))
        return [...answers.filter((one) => one.day !== day), ...on<Answer>(before["answers"], day)];
      const there = guestsAt(is, list<StoredGuest>(values["guests"]));
      const left = answers.filter((one) => one.day !== day || there.some(({ id }) => id === one.guestId));
      return sameValue(timeOf(was), timeOf(is)) ? left : voided(left, there, day);
    },
    [...list<Answer>(current["answers"])],
  );
}

/** The replies of those who are invited to what they reply to: somebody who is invited again has not replied yet. */
export const repliesOfGuests = (
  answers: readonly Answer[],
  guests: readonly StoredGuest[],
  exceptions: readonly MeetingException[],
): Answer[] =>
  answers.filter(({ guestId, day }) => {
    const one = exceptions.find((exception) => exception.day === day);
    return guestsAt(one, guests).some(({ id }) => id === guestId);
  });

const timeOf = (one: MeetingException | undefined) =>
  one?.type === "removed" ? [one.type] : [one?.start, one?.minutes, one?.days];
