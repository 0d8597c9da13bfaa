import type { Card } from "@kartis/core/cards/schema.ts";
import { type MouseEvent, type RefObject, useState } from "react";
import { itemAt } from "./board-keys.ts";

interface Shown {
  readonly cardId: string;
  readonly at: { readonly x: number; readonly y: number };
}

const idOf = (item: HTMLElement): string => item.dataset["key"] ?? "";

/** The context menu of a card on the board: at the pointer, or below the card where a key asks for it. */
export function useCardMenu(cardOf: (id: string) => Card | undefined, scroller: RefObject<HTMLElement | null>) {
  const [shown, setShown] = useState<Shown>();
  const card = shown && cardOf(shown.cardId);
  // Of a card that others have taken away it does not open again when it comes back.
  if (shown && !card) setShown(undefined);
  function openAt(item: HTMLElement) {
    const { left, bottom } = item.getBoundingClientRect();
    setShown({ cardId: idOf(item), at: { x: left + 12, y: bottom } });
  }
  return {
    open: shown && card && { card, at: shown.at },
    openAt,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const item = itemAt(event.target);
      if (!item) return;
      event.preventDefault();
      if (event.button === 2) setShown({ cardId: idOf(item), at: { x: event.clientX, y: event.clientY } });
      else openAt(item);
    },
    onClose: () => {
      // It may have moved to another lane.
      scroller.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(shown?.cardId ?? "")}"]`)?.focus();
      setShown(undefined);
    },
  };
}
