import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import type { KeyboardEvent } from "react";
import type { Chosen } from "./useChosen.ts";

interface SearchKeys {
  readonly input: HTMLInputElement | null;
  readonly text: string;
  readonly chosen: Chosen;
  /** The result that was walked to. */
  readonly result: SearchResult | undefined;
  readonly openInTab: (result: SearchResult) => void;
  /** Each says whether the press was for it: otherwise it is left to the list. */
  readonly onEscape: () => boolean;
  readonly onTab: () => boolean;
  readonly onEnter: () => boolean;
}

/** The keys that a search for cards has besides those of its list: Backspace in an empty text lets the last chosen card go, Ctrl+Enter opens a tab. */
export function onSearchKey(event: KeyboardEvent<HTMLElement>, keys: SearchKeys): void {
  if (event.nativeEvent.isComposing || event.target !== keys.input) return;
  if (!isHandled(event, keys)) return;
  event.preventDefault();
  event.stopPropagation();
}

function isHandled(
  { key, shiftKey, metaKey, ctrlKey }: KeyboardEvent<HTMLElement>,
  { text, chosen, result, openInTab, onEscape, onTab, onEnter }: SearchKeys,
): boolean {
  if (key === "Escape") return onEscape();
  if (key === "Tab") return !shiftKey && onTab();
  if (key === "Backspace" && text === "" && chosen.cards.length > 0) chosen.removeLast();
  else if (key === "Enter" && (metaKey || ctrlKey) && result) openInTab(result);
  else return key === "Enter" && onEnter();
  return true;
}
