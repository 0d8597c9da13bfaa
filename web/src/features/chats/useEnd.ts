import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

/** Nearer to the end than this, one is there. */
const nearPixels = 40;

interface Scrolled {
  readonly scroll: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  readonly onScroll: () => void;
  /** Number of messages that have come since one scrolled up. */
  readonly fresh: number;
  readonly toEnd: () => void;
}

/**
 * Keeps a list of messages at its end for whoever is there, whatever makes it grow: messages, pictures, the form below it. For whoever has scrolled up, nothing
 * moves: new messages are counted, and earlier ones come above what is on screen.
 *
 * @param ids of the messages, the latest first
 * @param isOwn the latest is one's own: who has just sent it wants to see it
 */
export function useEnd(ids: readonly string[], isOwn: boolean): Scrolled {
  const scroll = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const height = useRef(0);
  const [latest = ""] = ids;
  const oldest = ids.at(-1);
  /** The latest message when one scrolled up; undefined at the end. */
  const [left, setLeft] = useState<string>();
  function toEnd() {
    const { current } = scroll;
    // The event of this scrolling says that one is there.
    if (current) current.scrollTop = current.scrollHeight;
  }
  function onScroll() {
    const { current } = scroll;
    if (!current) return;
    const isAtEnd = current.scrollHeight - current.scrollTop - current.clientHeight < nearPixels;
    setLeft((now) => (isAtEnd ? undefined : (now ?? latest)));
  }
  const settle = useEffectEvent(() => {
    const { current } = scroll;
    if (!current) return;
    const isSent = isOwn && left !== latest;
    if (left === undefined || isSent) toEnd();
    // Only at the very top the browser does not keep what is on screen in its place.
    else if (current.scrollTop === 0) current.scrollTop = current.scrollHeight - height.current;
    height.current = current.scrollHeight;
  });
  useLayoutEffect(() => settle(), [latest, oldest, ids.length]);
  const follow = useEffectEvent(() => {
    if (left === undefined) toEnd();
    height.current = scroll.current?.scrollHeight ?? 0;
  });
  useEffect(() => {
    const observer = new ResizeObserver(() => follow());
    for (const { current } of [scroll, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { scroll, content, onScroll, fresh: left === undefined ? 0 : Math.max(ids.indexOf(left), 0), toEnd };
}
