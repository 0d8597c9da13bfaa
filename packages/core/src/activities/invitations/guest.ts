import type { Language } from "@kartis/i18n/languages.ts";
import { languages } from "@kartis/i18n/languages.ts";
import type { findCards, getCardType } from "../../cards/index.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { Guest } from "../meetings/schema.ts";

/** A guest as they can be written to. */
interface Addressee {
  readonly name: string | null;
  /** Null for a card without an address: then nothing can be sent. */
  readonly email: string | null;
  /** The card's, if it says so in a field of that name. */
  readonly language: Language | null;
  readonly cardTypeId: string | null;
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
  if (!card || card.trashedAt) return { name, email, language: null, cardTypeId: null };
  const { fields } = await cards.getCardType(orgId, card.typeId);
  const valueOf = (id: string | undefined) => (id === undefined ? null : text(card.fields[id]));
  const spoken = valueOf(fields.find(({ key }) => key === "language")?.id)?.toLowerCase();
  return {
    name: name ?? text(card.fields["name"]),
    email: email ?? valueOf(fields.find(({ type }) => type === "email")?.id),
    language: languages.find((language) => language === spoken) ?? null,
    cardTypeId: card.typeId,
  };
}
