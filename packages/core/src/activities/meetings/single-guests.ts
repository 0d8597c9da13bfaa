import { findCard, getCardType, readScopeOf } from "../../cards/index.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { addresseeOf } from "../invitations/guest.ts";
import { everyGuestOf } from "./guests-at.ts";
import type { Meeting, StoredGuest } from "./meeting.ts";
import { occurrenceNamed } from "./rules.ts";
import type { Invited } from "./schema.ts";

type Context = Pick<OrgContext, "principal">;
type Named = Pick<StoredGuest, "cardId" | "email">;

/** A guest's address, found only on cards that the caller can see, so that nobody learns an address by trying. Null if unknown. */
async function addressesSeen(context: Context): Promise<(guest: Named) => Promise<string | null>> {
  const { orgId } = context.principal;
  const scope = await readScopeOf(context);
  const findCards = async (_: string, cardIds: Iterable<NonNullable<Named["cardId"]>>) => {
    const found = await Promise.all([...cardIds].map((cardId) => findCard(orgId, scope, cardId)));
    return new Map(found.flatMap((card) => (card ? [[card.id, card]] : [])));
  };
  return async ({ cardId, email }) =>
    (await addresseeOf(orgId, { cardId, email, name: null }, { findCards, getCardType })).email?.toLowerCase() ?? null;
}

/**
 * The guests, each once: somebody who is named by a card and by that card's address too is the guest with the card. If they were invited by the address before,
 * they keep their id, and with it their link and their reply. Cards that the caller does not see are left alone.
 */
export async function singleGuests(
  context: Context,
  given: readonly Invited[],
  current: readonly StoredGuest[],
): Promise<readonly Invited[]> {
  const byAddress = given.filter(({ cardId }) => cardId === null);
  const byCard = given.filter(({ cardId }) => cardId !== null);
  if (byAddress.length === 0 || byCard.length === 0) return given;
  const addressOf = await addressesSeen(context);
  const doubles = new Map<Invited, Invited>();
  for (const guest of byCard) {
    const email = await addressOf(guest);
    const double = byAddress.find((other) => email !== null && other.email === email);
    if (double) doubles.set(guest, double);
  }
  const gone = new Set(doubles.values());
  return given.flatMap((guest): Invited[] => {
    const double = doubles.get(guest);
    if (!double) return gone.has(guest) ? [] : [guest];
    const known = current.find(({ id, email, cardId }) => id === double.id || (cardId === null && email === double.email));
    const isKnown = guest.id !== undefined || current.some(({ cardId }) => cardId === guest.cardId);
    return [{ ...guest, name: guest.name ?? double.name, ...(known && !isKnown ? { id: known.id } : {}) }];
  });
}

/**
 * Matches the given guests with those already invited. An id belongs to one card and one address, because the reply link made from it was sent there. A guest given
 * with another's id, or an unknown one, is matched by card or address instead; without a match, they are new and have no id yet.
 *
 * @param present everyone invited at present; of several with the same card and address, the first counts
 */
async function knownGuests(
  context: Context,
  given: readonly Invited[],
  present: readonly StoredGuest[],
): Promise<readonly Invited[]> {
  let addresses: ReturnType<typeof addressesSeen> | undefined;
  const addressOf = async (guest: Named) => (await (addresses ??= addressesSeen(context)))(guest);
  /** Whether the mails of the two go to one person at one address. */
  const isSame = async (guest: StoredGuest, one: Invited): Promise<boolean> => {
    if (guest.cardId === one.cardId && guest.email === one.email) return true;
    if (guest.cardId === null && one.cardId === null) return false;
    const [was, is] = [await addressOf(guest), await addressOf(one)];
    return was !== null && was === is;
  };
  const named = await Promise.all(
    given.map(async (one) => {
      const guest = present.find(({ id }) => id === one.id);
      return guest && (await isSame(guest, one)) ? guest.id : undefined;
    }),
  );
  const taken = new Set(named.flatMap((id) => id ?? []));
  const found: Invited[] = [];
  for (const [at, { id: _, ...one }] of given.entries()) {
    let id = named[at];
    for (const guest of id === undefined ? present : [])
      if (id === undefined && !taken.has(guest.id) && guest.cardId === one.cardId && (await isSame(guest, one))) id = guest.id;
    if (id !== undefined) taken.add(id);
    found.push(id === undefined ? one : { ...one, id });
  }
  return found;
}

/** The guests given in a change of a meeting, or of one of its times: duplicates removed, and those already invited with their ids. */
export async function guestsAsKnown(
  context: Context,
  meeting: Meeting,
  given: readonly Invited[],
  day: string | undefined,
): Promise<readonly Invited[]> {
  const isOne = day !== undefined && meeting.repeat !== null;
  const there = isOne ? (occurrenceNamed(meeting, day)?.guests ?? []) : [];
  const { exceptions } = meeting;
  const everybody = everyGuestOf({ guests: [...there, ...meeting.guests], exceptions });
  const guests = await singleGuests(context, given, everybody);
  const known = await knownGuests(context, guests, everybody);
  // One time cannot have another address for a guest of the series: with their id, that is refused.
  return known.map((one, at): Invited => {
    const id = guests[at]?.id;
    const ofSeries = isOne && meeting.guests.find((guest) => guest.id === id);
    return ofSeries && ofSeries.cardId === one.cardId ? { ...one, id } : one;
  });
}
