import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject, type UIEvent } from "react";

/** The position on a board: which card had focus, and the scroll offset. */
interface BoardMemory {
  cardId?: string;
  left: number;
}
const memories = new Map<string, BoardMemory>();

const memoryOf = (key: string): BoardMemory => memories.get(key) ?? { left: 0 };
function remember(key: string, place: Partial<BoardMemory>): void {
  memories.set(key, { ...memoryOf(key), ...place });
}

/**
 * Remembers where on a board somebody was, and puts them back there.
 * @param key what the board shows: another selection is another board.
 * @returns the handlers of the scrolling element
 */
export function useBoardPlace(
  scroller: RefObject<HTMLElement | null>,
  key: string,
  isLoaded: boolean,
  hasFocusOnArrival: boolean,
): { onFocus: (event: FocusEvent<HTMLElement>) => void; onScroll: (event: UIEvent<HTMLElement>) => void } {
  const wanted = useRef<string | undefined>(hasFocusOnArrival ? memoryOf(key).cardId : undefined);

  useLayoutEffect(() => {
    if (isLoaded) scroller.current?.scrollTo({ left: memoryOf(key).left });
  }, [scroller, isLoaded, key]);

  // The card that was open before gets the focus once its lane has drawn it, which may be after the board was drawn; never away from where the person went meanwhile.
  useEffect(() => {
    const { current: board } = scroller;
    if (!isLoaded || !board || !wanted.current) return;
    const settle = () => {
      const { current: cardId } = wanted;
      const item = cardId && board.querySelector<HTMLElement>(`[data-key="${cardId}"]`);
      if (!item) return;
      wanted.current = undefined;
      observer.disconnect();
      if (!document.activeElement?.contains(board)) return;
      item.focus();
      item.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    const observer = new MutationObserver(settle);
    observer.observe(board, { childList: true, subtree: true });
    settle();
    return () => observer.disconnect();
  }, [scroller, isLoaded]);

  return {
    onFocus(event) {
      const cardId = event.target.closest<HTMLElement>("[data-key]")?.dataset["key"];
      if (cardId) remember(key, { cardId });
    },
    onScroll: (event) => remember(key, { left: event.currentTarget.scrollLeft }),
  };
}
