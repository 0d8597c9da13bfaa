import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { useSyncExternalStore } from "react";

export type Opening = "palette" | "shortcuts" | undefined;

let open: Opening;
const subscribers = new Set<() => void>();

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

let cards: readonly SearchResult[] = [];

/** The palette and the help are the shell's; buttons and keys anywhere open them. The palette may open on cards that are chosen already. */
export function setOpening(next: Opening, chosen: readonly SearchResult[] = []): void {
  open = next;
  cards = chosen;
  for (const subscriber of subscribers) subscriber();
}

export const useOpening = (): Opening => useSyncExternalStore(subscribe, () => open);

/** The cards that the palette was opened on. */
export const openedOn = (): readonly SearchResult[] => cards;
