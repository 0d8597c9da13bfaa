import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { flushSync } from "react-dom";
import { type Item, itemsBetween } from "../layout.ts";

/** Pixels that are drawn beyond the visible part, on either side. */
const overscan = 400;

/** Scroll position of each list, for returning to it. */
const places = new Map<string, number>();

interface TaskWindow {
  readonly drawn: readonly Item[];
  /** Scrolls as little as it takes for the item to be in view, and not under what floats over the end. */
  readonly scrollTo: (key: string) => void;
  /** The same for an item of which something is in view already: one that has been scrolled away from stays there. */
  readonly uncover: (key: string) => void;
}

/** Items of a long list to draw, from its scroll position. Headers are lower than rows, so positions come from the layout. */
export function useTaskWindow(
  scroller: RefObject<HTMLElement | null>,
  listKey: string,
  items: readonly Item[],
  pinnedKey: string | undefined,
  onRest: () => void,
): TaskWindow {
  const [view, setView] = useState(() => ({ from: places.get(listKey) ?? 0, height: globalThis.innerHeight }));

  const look = useEffectEvent(() => {
    const element = scroller.current;
    if (!element) return;
    places.set(listKey, element.scrollTop);
    if (element.scrollTop !== view.from || element.clientHeight !== view.height)
      setView({ from: element.scrollTop, height: element.clientHeight });
  });
  // The scroll event that this brings draws what is there.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: places.get(listKey) ?? 0 });
  }, [listKey, scroller]);
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

  const drawn = [...itemsBetween(items, view.from - overscan, view.from + view.height + overscan)];
  const isRestDrawn = drawn.some(({ kind }) => kind === "rest");
  const rest = useEffectEvent(onRest);
  const count = items.length;
  useEffect(() => {
    if (isRestDrawn) rest();
  }, [isRestDrawn, count]);

  // A row that has the focus stays, wherever one scrolls.
  const pinned = pinnedKey === undefined ? undefined : items.find(({ key }) => key === pinnedKey);
  if (pinned && !drawn.includes(pinned)) drawn.push(pinned);

  function scrollTo(key: string) {
    const element = scroller.current;
    const item = items.find((each) => each.key === key);
    if (!element || !item) return;
    const clear = element.clientHeight - (Number.parseFloat(getComputedStyle(element).scrollPaddingBlockEnd) || 0);
    if (item.top < element.scrollTop) element.scrollTo({ top: item.top });
    else if (item.top + item.height > element.scrollTop + clear) element.scrollTo({ top: item.top + item.height - clear });
  }
  function uncover(key: string) {
    const element = scroller.current;
    const item = items.find((each) => each.key === key);
    if (!element || !item) return;
    const end = element.scrollTop + element.clientHeight;
    if (item.top < end && item.top + item.height > element.scrollTop) scrollTo(key);
  }
  return { drawn, scrollTo, uncover };
}
