import { findCard, findCards, mergedInto, type StoredCard } from "../cards/index.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId, OrgId } from "../kernel/id.ts";
import type { Person } from "./parts/part.ts";

/**
 * The card and all those merged into it, one after the other, as stored. Throws NOT_FOUND, and PRECONDITION_FAILED for a card that is itself merged into
 * another, which is the one to ask for.
 */
export async function personOf(orgId: OrgId, cardId: CardId): Promise<Person> {
  const card = await findCard(orgId, { kind: "organization" }, cardId);
  if (!card) throw new KartisError("NOT_FOUND");
  if (card.mergedInto) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.personalData.merged" });
  const ids = new Set<CardId>([cardId]);
  for (const id of ids) for (const merged of await mergedInto(orgId, id)) ids.add(merged.id);
  ids.delete(cardId);
  const found = await findCards(orgId, [...ids]);
  const merged: StoredCard[] = [...found.values()].filter((each) => each.mergedInto);
  return { orgId, cards: [card, ...merged] };
}
