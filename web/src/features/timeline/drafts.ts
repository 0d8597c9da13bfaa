import type { CardId } from "@kartis/core/kernel/id.ts";
import { currentScope } from "../../lib/query-client.ts";

/*
 * What has been begun on a card and not sent, by card and tab of the composer: it is there again after the page was left.
 */
const keyOf = (cardId: CardId, tab: string): string => `kartis.draft:${currentScope()}:${cardId}:${tab}`;

export function readDraft<T>(cardId: CardId, tab: string): T | undefined {
  try {
    return (JSON.parse(localStorage.getItem(keyOf(cardId, tab)) ?? "null") as T | null) ?? undefined; // as `keepDraft` left it
  } catch {
    return undefined;
  }
}

export function keepDraft(cardId: CardId, tab: string, draft: unknown): void {
  try {
    if (draft === undefined) localStorage.removeItem(keyOf(cardId, tab));
    else localStorage.setItem(keyOf(cardId, tab), JSON.stringify(draft));
  } catch {
    // A full or forbidden storage keeps no draft.
  }
}
