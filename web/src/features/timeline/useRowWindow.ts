import { type RefObject, useCallback, useEffect, useMemo, useState } from "react";

/** Distance beyond the visible part within which rows are drawn. */
const beyond = 600;

interface Range {
  readonly first: number;
  readonly last: number;
}

/** The nearest box that scrolls. */
function scrollerOf(element: Element): Element {
  for (let at = element.parentElement; at; at = at.parentElement)
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
  return document.documentElement;
}

/** Top of each row, and the bottom of the last one. */
function topsOf(keys: readonly string[], heights: ReadonlyMap<string, number>, estimate: (index: number) => number): number[] {
  const tops = [0];
  for (const [index, key] of keys.entries()) tops.push((tops[index] ?? 0) + (heights.get(key) ?? estimate(index)));
  return tops;
}

/**
 * Which rows are to be drawn, of a list whose rows have heights of their own: each is estimated until it has been drawn and measured. What is not drawn is
 * room above and below, so that the browser's own scroll anchoring holds one's place when something above changes.
 */
export function useRowWindow(list: RefObject<HTMLElement | null>, keys: readonly string[], estimate: (index: number) => number) {
  const [heights, setHeights] = useState<ReadonlyMap<string, number>>(new Map());
  const [range, setRange] = useState<Range>({ first: 0, last: 30 });

  const tops = useMemo(() => topsOf(keys, heights, estimate), [keys, heights, estimate]);

  const look = useCallback(() => {
    const { current } = list;
    if (!current) return;
    const scroller = scrollerOf(current);
    const from = scroller.getBoundingClientRect().top - current.getBoundingClientRect().top - beyond;
    const until = from + scroller.clientHeight + 2 * beyond;
    const after = tops.findIndex((top) => top > from);
    const end = tops.findIndex((top) => top > until);
    const next = { first: Math.max(0, after - 1), last: end === -1 ? tops.length - 2 : end };
    setRange((now) => (now.first === next.first && now.last === next.last ? now : next));
  }, [list, tops]);

  useEffect(() => {
    const { current } = list;
    if (!current) return undefined;
    const scroller = scrollerOf(current);
    const target = scroller === document.documentElement ? document : scroller;
    let frame = requestAnimationFrame(look);
    const onScroll = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    target.addEventListener("scroll", onScroll, { passive: true });
    addEventListener("resize", onScroll);
    return () => {
      cancelAnimationFrame(frame);
      target.removeEventListener("scroll", onScroll);
      removeEventListener("resize", onScroll);
    };
  }, [list, look]);

  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        const measured = entries.flatMap(({ target, borderBoxSize }): [string, number][] => {
          const key = target instanceof HTMLElement && target.isConnected ? target.dataset["row"] : undefined;
          return key ? [[key, borderBoxSize[0]?.blockSize ?? 0]] : [];
        });
        setHeights((now) => {
          const fresh = measured.filter(([key, height]) => now.get(key) !== height);
          return fresh.length > 0 ? new Map([...now, ...fresh]) : now;
        });
      }),
  );
  useEffect(() => () => observer.disconnect(), [observer]);
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return undefined;
      observer.observe(element, { box: "border-box" });
      return () => observer.unobserve(element);
    },
    [observer],
  );

  const first = Math.min(range.first, Math.max(0, keys.length - 1));
  const last = Math.min(range.last, keys.length - 1);
  const total = tops.at(-1) ?? 0;
  return { first, last, above: tops[first] ?? 0, below: total - (tops[last + 1] ?? total), measure };
}
