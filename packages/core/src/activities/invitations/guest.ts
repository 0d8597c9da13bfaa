import type { Language } from "@kartis/i18n/languages.ts";
import { languageIn, timeZoneIn } from "../../cards/fields/correspondent.ts";
import { outsideTrash } from "../../cards/merges/survivor.ts";
import type { findCards, getCardType, StoredCard } from "../../cards/index.ts";
import type { CardType } from "../../cards/schema.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { Guest } from "../meetings/meeting.ts";

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

/** A guest's card, and its type. */
interface CardOfGuest {
  readonly card: StoredCard;
  readonly cardType: CardType;
}

/** Their card, or the card that it was merged into; undefined for a guest who is no card, and for a card in the trash. */
export async function cardOfGuest(
  orgId: OrgId,
  { cardId }: Pick<Guest, "cardId">,
  cards: CardReads,
): Promise<CardOfGuest | undefined> {
  const card = cardId ? await outsideTrash(orgId, cardId, cards) : undefined;
  return card && { card, cardType: await cards.getCardType(orgId, card.typeId) };
}

/** The name that was given for a guest, or else their card's. */
export const nameOfGuest = ({ name }: Pick<Guest, "name">, card: Pick<StoredCard, "fields">): string | null =>
  name ?? text(card.fields["name"]);

/** The guest's name and address: those that were given, or else those of their card. */
export async function addresseeOf(
  orgId: OrgId,
  guest: Pick<Guest, "cardId" | "email" | "name">,
  cards: CardReads,
): Promise<Addressee> {
  const { name, email } = guest;
  const found = await cardOfGuest(orgId, guest, cards);
  if (!found) return { name, email, language: null, timeZone: null, cardTypeId: null, ownCardId: null };
  const { card, cardType } = found;
  const own = cardType.fields.filter(({ type }) => type === "email").map(({ id }) => text(card.fields[id]));
  const address = email ?? own[0] ?? null;
  return {
    name: nameOfGuest(guest, card),
    email: address,
    language: languageIn(cardType, card.fields),
    timeZone: timeZoneIn(cardType, card.fields),
    cardTypeId: card.typeId,
    ownCardId: address !== null && own.some((known) => known?.toLowerCase() === address.toLowerCase()) ? card.id : null,
  };
}
