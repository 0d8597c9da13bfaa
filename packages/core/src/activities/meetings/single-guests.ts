import { findCard, getCardType, readScopeOf } from "../../cards/index.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { addresseeOf } from "../invitations/guest.ts";
import type { StoredGuest } from "./meeting.ts";
import type { Invited } from "./schema.ts";

/**
 * The guests, each once: somebody who is named by a card and by that card's address too is the guest with the card. If they were invited by the address before,
 * they keep their id, and with it their link and their reply. Cards that the caller does not see are left alone: nobody learns an address by trying.
 */
export async function singleGuests(
  context: Pick<OrgContext, "principal">,
  given: readonly Invited[],
  current: readonly StoredGuest[],
): Promise<readonly Invited[]> {
  const byAddress = given.filter(({ cardId }) => cardId === null);
  const byCard = given.filter(({ cardId }) => cardId !== null);
  if (byAddress.length === 0 || byCard.length === 0) return given;
  const { orgId } = context.principal;
  const scope = await readScopeOf(context);
  const found = await Promise.all(byCard.flatMap(({ cardId }) => (cardId ? [findCard(orgId, scope, cardId)] : [])));
  const seen = new Map(found.flatMap((card) => (card ? [[card.id, card]] : [])));
  const reads = { findCards: () => Promise.resolve(seen), getCardType };
  const doubles = new Map<Invited, Invited>();
  for (const guest of byCard) {
    const { email } = await addresseeOf(orgId, guest, reads);
    const double = byAddress.find((other) => email !== null && other.email === email.toLowerCase());
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
