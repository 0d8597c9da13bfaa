import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

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
  const isAtEnd = useRef(true);
  const height = useRef(0);
  const [seen, setSeen] = useState(ids[0]);
  const fresh = Math.max(seen === undefined ? 0 : ids.indexOf(seen), 0);
  const [latest] = ids;
  const oldest = ids.at(-1);
  function toEnd() {
    const { current } = scroll;
    if (!current) return;
    isAtEnd.current = true;
    current.scrollTop = current.scrollHeight;
    setSeen(latest);
  }
  function onScroll() {
    const { current } = scroll;
    if (!current) return;
    isAtEnd.current = current.scrollHeight - current.scrollTop - current.clientHeight < nearPixels;
    if (isAtEnd.current && seen !== latest) setSeen(latest);
  }
  useLayoutEffect(() => {
    const { current } = scroll;
    if (!current) return;
    if (isAtEnd.current || (isOwn && seen !== latest)) {
      isAtEnd.current = true;
      current.scrollTop = current.scrollHeight;
      if (seen !== latest) setSeen(latest);
    }
    // Only at the very top the browser does not keep what is on screen in its place.
    else if (current.scrollTop === 0) current.scrollTop = current.scrollHeight - height.current;
    height.current = current.scrollHeight;
  }, [latest, oldest, ids.length, seen, isOwn]);
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const { current } = scroll;
      if (!current) return;
      if (isAtEnd.current) current.scrollTop = current.scrollHeight;
      height.current = current.scrollHeight;
    });
    for (const { current } of [scroll, content]) if (current) observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { scroll, content, onScroll, fresh, toEnd };
}
