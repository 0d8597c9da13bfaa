import type { Card } from "@kartis/core/cards/schema.ts";
import { type MouseEvent, useState } from "react";
import { itemAt } from "./board-keys.ts";

/** The context menu of a card on the board: at the pointer, or below the card where a key asks for it. */
export function useCardMenu(cardOf: (id: string) => Card | undefined) {
  const [shown, setShown] = useState<{ readonly item: HTMLElement; readonly at: { readonly x: number; readonly y: number } }>();
  const card = shown && cardOf(shown.item.dataset["key"] ?? "");
  function openAt(item: HTMLElement) {
    const { left, bottom } = item.getBoundingClientRect();
    setShown({ item, at: { x: left + 12, y: bottom } });
  }
  return {
    open: shown && card && { card, at: shown.at },
    openAt,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const item = itemAt(event.target);
      if (!item) return;
      event.preventDefault();
      if (event.button === 2) setShown({ item, at: { x: event.clientX, y: event.clientY } });
      else openAt(item);
    },
    onClose: () => {
      shown?.item.focus();
      setShown(undefined);
    },
  };
}
