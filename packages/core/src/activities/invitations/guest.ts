import type { Language } from "@kartis/i18n/languages.ts";
import { languageIn, timeZoneIn } from "../../cards/fields/correspondent.ts";
import type { findCards, getCardType } from "../../cards/index.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { Guest } from "../meetings/schema.ts";

/** A guest as they can be written to. */
interface Addressee {
  readonly name: string | null;
  /** Null for a card without an address: then nothing can be sent. */
  readonly email: string | null;
  /** The card's, if it says so in a field of that name. */
  readonly language: Language | null;
  /** The same of their time zone. */
  readonly timeZone: string | null;
  readonly cardTypeId: string | null;
  /** Their card, if the address is one that the card itself has: somebody at another address learns nothing that stands on it. */
  readonly ownCardId: CardId | null;
}

/** How cards are read: given, so that what only sends mails comes without everything else that cards can do. */
export interface CardReads {
  readonly findCards: typeof findCards;
  readonly getCardType: typeof getCardType;
}

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** The guest's name and address: those that were given, or else those of their card. */
export async function addresseeOf(
  orgId: OrgId,
  { cardId, email, name }: Pick<Guest, "cardId" | "email" | "name">,
  cards: CardReads,
): Promise<Addressee> {
  const card = cardId ? (await cards.findCards(orgId, [cardId])).get(cardId) : undefined;
  if (!card || card.trashedAt) return { name, email, language: null, timeZone: null, cardTypeId: null, ownCardId: null };
  const cardType = await cards.getCardType(orgId, card.typeId);
  const own = cardType.fields.filter(({ type }) => type === "email").map(({ id }) => text(card.fields[id]));
  const address = email ?? own[0] ?? null;
  return {
    name: name ?? text(card.fields["name"]),
    email: address,
    language: languageIn(cardType, card.fields),
    timeZone: timeZoneIn(cardType, card.fields),
    cardTypeId: card.typeId,
    ownCardId: address !== null && own.some((known) => known?.toLowerCase() === address.toLowerCase()) ? card.id : null,
  };
}
