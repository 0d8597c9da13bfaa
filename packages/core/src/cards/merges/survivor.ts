import type { CardId, OrgId } from "../../kernel/id.ts";
import type { findCards, StoredCard } from "../store.ts";

/**
 * The card, or the card that it was merged into; undefined if that is in the trash, or gone.
 * @param deps given, so that what only needs this comes without everything else about cards
 */
export async function outsideTrash(
  orgId: OrgId,
  cardId: CardId,
  deps: { readonly findCards: typeof findCards },
): Promise<StoredCard | undefined> {
  let wanted: CardId | undefined = cardId;
  for (let step = 0; wanted && step < 10; step++) {
    const card: StoredCard | undefined = (await deps.findCards(orgId, [wanted])).get(wanted);
    if (card && !card.trashedAt) return card;
    wanted = card?.mergedInto;
  }
  return undefined;
}
