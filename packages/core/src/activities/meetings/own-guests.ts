import { KartisError } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import type { ActivityValues } from "../types/definition.ts";
import { requireRoom } from "./guest-limits.ts";
import { differenceFrom, everyGuestIn, guestsAt, isSamePerson, isSamePersonAt } from "./guests-at.ts";
import type { OwnGuests, StoredGuest } from "./meeting.ts";
import { guestIdOf } from "./patch.ts";
import { type Invited, mostPeople } from "./schema.ts";
import { timingOf } from "./time.ts";

/*
 * What becomes of the guests of a series when those of one of its times are changed.
 */

const wrong = (fields: Readonly<Record<string, string>>) => new KartisError("INVALID_INPUT", { fields });
const guestsIn = ({ guests }: ActivityValues): readonly StoredGuest[] => (Array.isArray(guests) ? (guests as StoredGuest[]) : []); // as they were made

/** Finds the guest that an entry stands for: by id, or else by card and address among those whose id no other entry has. A link is not for another address of a card. */
function naming(given: readonly Invited[]) {
  const named = new Set(given.flatMap(({ id }) => id ?? []));
  return (guests: readonly StoredGuest[], one: Invited, isSame = isSamePersonAt): StoredGuest | undefined =>
    one.id === undefined
      ? guests.find((guest) => !named.has(guest.id) && isSame(guest, one))
      : guests.find(({ id }) => id === one.id);
}

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
  const guestNamed = naming(given);
  const taken: Pick<StoredGuest, "id">[] = [...everybody, ...given.flatMap(({ id }) => (id === undefined ? [] : [{ id }]))];
  const wanted = given.map((one, at): StoredGuest => {
    const ofSeries = guestNamed(inSeries, one, isSamePerson);
    if (ofSeries) {
      requireSame(ofSeries, one, at);
      return ofSeries;
    }
    const { cardId, email, name } = one;
    const id = (guestNamed(there, one) ?? guestNamed(everybody, one))?.id ?? guestIdOf(meetingId, one, taken);
    taken.push({ id });
    return { id, cardId, email, name };
  });
  const own = differenceFrom(inSeries, wanted);
  const others = exceptions.filter((one) => one.day !== day);
  requireRoom(current, { guests: inSeries, exceptions: own ? [...others, { type: "changed", day, guests: own }] : others });
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
  const guestNamed = naming(given);
  const givenFor = new Map<string, Invited>();
  const fresh: Invited[] = [];
  for (const one of given) {
    const known = guestNamed(there, one) ?? guestNamed(inSeries, one);
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
