import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { VisibleRange } from "./useCardList.ts";

interface RowWindowOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Pixels of a row: all are of one height, so places are arithmetic and nothing is measured. */
  readonly height: number;
  /** Rows drawn beyond those in view, on either side. */
  readonly overscan: number;
  /** Pixels at the top of the scroller that rows pass under. */
  readonly headHeight?: number;
  /** Scroll position that the list was left at; a new object means another list, which scrolls there. */
  readonly memory: { scrollTop: number };
  /** A row that is drawn wherever one scrolls. */
  readonly pinned?: number;
  /** Called with the rows in view, when they change. */
  readonly onRange: (range: VisibleRange) => void;
}

interface RowWindow {
  /** The rows to draw, in their order. */
  readonly rows: readonly number[];
  /** Scrolls as little as it takes for the row to be in view, and not under what floats over the end. */
  readonly scrollTo: (row: number) => void;
  /** The same for a row of which something is in view already: one that has been scrolled away from stays there. */
  readonly uncover: (row: number) => void;
}

/** Rows of a long list to draw, from its scroll position. */
export function useRowWindow(options: RowWindowOptions): RowWindow {
  const { scroller, count, height, overscan, headHeight = 0, memory, pinned = -1, onRange } = options;
  // Before the scroller is there its height is guessed, so that the first drawing has its rows already.
  const [shown, setShown] = useState(() => rowsWithin(memory.scrollTop, globalThis.innerHeight, height));
  const reported = useRef<VisibleRange>(undefined);

  const look = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    // The list's memory outlives its renders.
    // oxlint-disable-next-line react/immutability
    memory.scrollTop = element.scrollTop;
    const inView = rowsWithin(element.scrollTop, element.clientHeight - headHeight, height);
    const now = { first: inView.first, last: Math.max(0, Math.min(count - 1, inView.last)) };
    if (reported.current?.first === now.first && reported.current.last === now.last) return;
    reported.current = now;
    setShown(now);
    onRange(now);
  });

  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: memory.scrollTop });
  }, [memory, scroller]);
  useLayoutEffect(() => look(), [memory, count, height]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    // At once: a frame that shows the new place without its rows would flash.
    const onScroll = () => flushSync(look);
    const resizing = new ResizeObserver(() => look());
    element.addEventListener("scroll", onScroll, { passive: true });
    resizing.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      resizing.disconnect();
    };
  }, [scroller]);

  const first = Math.max(0, Math.min(shown.first - overscan, count));
  const end = Math.min(count, shown.last + overscan + 1);
  const rows = Array.from({ length: Math.max(0, end - first) }, (_, offset) => first + offset);
  if (pinned >= 0 && pinned < first) rows.unshift(pinned);
  else if (pinned >= end && pinned < count) rows.push(pinned);

  function scrollTo(row: number) {
    const element = scroller.current;
    if (!element) return;
    const floating = Number.parseFloat(getComputedStyle(element).scrollPaddingBlockEnd) || 0;
    const hiddenBelow = (row + 1) * height + headHeight + floating - element.clientHeight;
    if (row * height < element.scrollTop) element.scrollTo({ top: row * height });
    else if (element.scrollTop < hiddenBelow) element.scrollTo({ top: hiddenBelow });
  }

  function uncover(row: number) {
    const element = scroller.current;
    if (!element) return;
    const end = element.scrollTop + element.clientHeight - headHeight;
    if (row * height < end && (row + 1) * height > element.scrollTop) scrollTo(row);
  }

  return { rows, scrollTo, uncover };
}

const rowsWithin = (scrollTop: number, viewHeight: number, height: number): VisibleRange => ({
  first: Math.floor(scrollTop / height),
  last: Math.max(0, Math.ceil((scrollTop + viewHeight) / height) - 1),
});
