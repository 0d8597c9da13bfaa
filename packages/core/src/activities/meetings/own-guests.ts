import { KartisError } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import type { ActivityValues } from "../types/definition.ts";
import { differenceFrom, everyGuestIn, guestsAt, isSamePerson, ownGuestsOf } from "./guests-at.ts";
import type { OwnGuests, StoredGuest } from "./meeting.ts";
import { guestIdOf } from "./patch.ts";
import { type Invited, mostPeople } from "./schema.ts";
import { timingOf } from "./time.ts";

/*
 * What becomes of the guests of a series when those of one of its times are changed.
 */

/** Guests of single times that a series keeps, all times together: they are stored in its item. */
const mostOfSingleTimes = 300;
/** Guests of the series who are taken off its times, all times together. */
const mostTakenOff = 3_000;

const wrong = (fields: Readonly<Record<string, string>>) => new KartisError("INVALID_INPUT", { fields });
const guestsIn = ({ guests }: ActivityValues): readonly StoredGuest[] => (Array.isArray(guests) ? (guests as StoredGuest[]) : []); // as they were made

const named = (list: readonly StoredGuest[], one: Invited): StoredGuest | undefined =>
  list.find(({ id }) => id === one.id) ?? list.find((guest) => isSamePerson(guest, one));

/**
 * How the guests of a time differ from those of the series once it has the given ones. Guests of the series stay as the series has them; whoever was invited to
 * another of its times keeps their id, and with it their link. Throws INVALID_INPUT for another address or name of a guest of the series, and for too many guests.
 */
export function ownGuestsFor(
  meetingId: ActivityId,
  current: ActivityValues,
  day: string,
  given: readonly Invited[],
): OwnGuests | undefined {
  const { exceptions } = timingOf(current);
  const inSeries = guestsIn(current);
  const there = guestsAt(
    exceptions.find((one) => one.day === day),
    inSeries,
  );
  const everybody = everyGuestIn(current);
  const isElsewhere = ({ id }: StoredGuest) =>
    exceptions.some((one) => one.day !== day && ownGuestsOf(one)?.added.some((guest) => guest.id === id));
  const wanted = given.map((one, at): StoredGuest => {
    const ofSeries = named(inSeries, one);
    if (ofSeries) {
      requireSame(ofSeries, one, at);
      return ofSeries;
    }
    const { cardId, email, name } = one;
    const before = named(there, one) ?? everybody.find((guest) => isSamePerson(guest, one));
    // With another address they are somebody else at the other times, whose mails would go to either.
    const known = before && !isSamePerson(before, one) && isElsewhere(before) ? undefined : before;
    return { id: known?.id ?? guestIdOf(meetingId, one, everybody), cardId, email, name };
  });
  const own = differenceFrom(inSeries, [...new Map(wanted.map((guest) => [guest.id, guest])).values()]);
  const ofOthers = exceptions.flatMap((one) => (one.day === day ? [] : (ownGuestsOf(one) ?? [])));
  const total = (count: (of: OwnGuests) => number) => [own ?? [], ofOthers].flat().reduce((sum, one) => sum + count(one), 0);
  if (own && (total(({ added }) => added.length) > mostOfSingleTimes || total(({ removed }) => removed.length) > mostTakenOff))
    throw wrong({ guests: "validation.arraySize" });
  return own;
}

/** A guest who is named by another card than before is the same person, whose card the series does not know. */
function requireSame(known: StoredGuest, { cardId, email, name }: Invited, at: number): void {
  if (cardId !== known.cardId) return;
  const other = (["email", "name"] as const).find((part) => {
    const value = { email, name }[part];
    return value !== null && value !== known[part];
  });
  if (other) throw wrong({ [`guests.${at}.${other}`]: "validation.wholeSeries" });
}

/**
 * A change of the guests of all times that was made on one that has guests of its own: of these only who was added or taken off is so in the series. Throws
 * INVALID_INPUT if these become too many.
 */
export function guestsChangedOn(
  inSeries: readonly StoredGuest[],
  own: OwnGuests,
  given: readonly Invited[],
): { readonly inSeries: readonly Invited[]; readonly own: OwnGuests } {
  const there = guestsAt({ type: "changed", day: "", guests: own }, inSeries);
  const givenFor = new Map<string, Invited>();
  const fresh: Invited[] = [];
  for (const one of given) {
    const known = named(there, one) ?? named(inSeries, one);
    if (known) givenFor.set(known.id, one);
    else fresh.push(one);
  }
  const isGone = ({ id }: StoredGuest) => there.some((guest) => guest.id === id) && !givenFor.has(id);
  const next = [
    ...inSeries.flatMap((guest): Invited[] => (isGone(guest) ? [] : [{ ...guest, ...givenFor.get(guest.id), id: guest.id }])),
    ...fresh,
  ];
  if (next.length > mostPeople) throw wrong({ guests: "validation.arraySize" });
  const added = own.added.flatMap((guest): StoredGuest[] => {
    const { cardId, email, name } = givenFor.get(guest.id) ?? guest;
    return isGone(guest) ? [] : [{ id: guest.id, cardId, email, name }];
  });
  return { inSeries: next, own: { added, removed: own.removed.filter((id) => !givenFor.has(id)) } };
}
