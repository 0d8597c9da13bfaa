import { useCallback, useState } from "react";

/**
 * Places a popover anew when what is in it has grown beyond the room it was given: what comes later, such as an answer of the server, would otherwise lie below
 * the edge of the window, since a popover whose height is bounded does not change its size. What scrolls in it is watched; the number is the popover's.
 */
export function useFitting(): { watch: (element: HTMLElement | null) => (() => void) | undefined; arrowBoundaryOffset: number } {
  // Without an arrow it means nothing, but the popover is placed whenever it changes.
  const [turn, setTurn] = useState(0);
  const watch = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    let frame = 0;
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => {
        if (element.scrollHeight > element.clientHeight) setTurn((before) => 1 - before);
      });
    });
    observer.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
    };
  }, []);
  return { watch, arrowBoundaryOffset: turn };
}
