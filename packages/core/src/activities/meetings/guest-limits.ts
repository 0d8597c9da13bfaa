import { KartisError } from "../../kernel/error.ts";
import type { ActivityValues } from "../types/definition.ts";
import { guestsAt, ownGuestsOf } from "./guests-at.ts";
import type { MeetingException, StoredGuest } from "./meeting.ts";
import { mostPeople } from "./schema.ts";

/** Guests of single times that a series keeps, all times together: they are stored in its item. */
const mostOfSingleTimes = 300;
/** Guests of the series who are taken off its times, all times together. */
const mostTakenOff = 3_000;

interface Invited {
  readonly guests: readonly StoredGuest[];
  readonly exceptions: readonly MeetingException[];
}

const list = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []); // as the schema accepted it

interface Counts {
  readonly added: number;
  readonly removed: number;
  /** Guests at each time that has others than the series, by its day. */
  readonly there: ReadonlyMap<string, number>;
}

function countsOf({ guests, exceptions }: Invited): Counts {
  const own = exceptions.flatMap((one) => ownGuestsOf(one) ?? []);
  return {
    added: own.reduce((sum, { added }) => sum + added.length, 0),
    removed: own.reduce((sum, { removed }) => sum + removed.length, 0),
    there: new Map(exceptions.flatMap((one) => (ownGuestsOf(one) ? [[one.day, guestsAt(one, guests).length]] : []))),
  };
}

/**
 * Refuses a change by which a series would have more guests of single times than it keeps, or one of its times more guests than a meeting takes; what there is too many of
 * already may become fewer. Throws INVALID_INPUT.
 */
export function requireRoom(current: ActivityValues, next: Invited): void {
  const before = { guests: list<StoredGuest>(current["guests"]), exceptions: list<MeetingException>(current["exceptions"]) };
  const [were, are] = [countsOf(before), countsOf(next)];
  const isOver = (was: number, is: number, most: number) => is > Math.max(most, was);
  const isFull = [...are.there].some(([day, is]) => isOver(were.there.get(day) ?? before.guests.length, is, mostPeople));
  if (isFull || isOver(were.added, are.added, mostOfSingleTimes) || isOver(were.removed, are.removed, mostTakenOff))
    throw new KartisError("INVALID_INPUT", { fields: { guests: "validation.arraySize" } });
}
