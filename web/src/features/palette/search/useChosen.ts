import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { useState } from "react";

export interface Chosen {
  readonly cards: readonly SearchResult[];
  readonly has: (result: SearchResult) => boolean;
  readonly add: (result: SearchResult) => void;
  readonly remove: (cardId: string) => void;
  readonly removeLast: () => void;
  readonly clear: () => void;
}

/** The cards that were chosen in a search: tokens before its text. */
export function useChosen(initial: readonly SearchResult[] | (() => readonly SearchResult[]) = []): Chosen {
  const [cards, setCards] = useState(initial);
  return {
    cards,
    has: ({ id }) => cards.some((card) => card.id === id),
    add: (result) => setCards([...cards, result]),
    remove: (cardId) => setCards(cards.filter(({ id }) => id !== cardId)),
    removeLast: () => setCards(cards.slice(0, -1)),
    clear: () => setCards([]),
  };
}
