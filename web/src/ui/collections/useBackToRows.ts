import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

interface Rows {
  /** Keys of all rows, in their order. */
  readonly rows: readonly string[];
  readonly selected: ReadonlySet<string>;
  readonly elementOf: (key: string) => Element | null | undefined;
  /** Moves the focus to a row, which becomes visible. */
  readonly focus: (key: string) => void;
}

interface Left {
  readonly key: string;
  readonly place: number;
}

function isInView(element: Element | null | undefined): boolean {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  return bottom > 0 && top < innerHeight && bottom > top;
}

/**
 * For the bar of what is selected: answers how the focus goes back to the list when the bar goes and takes it along. It goes on at the first row that was selected,
 * and also follows when the change that was begun from the bar moves that row: out of sight or out of the list, the row that has come to its place is next.
 */
export function useBackToRows({ rows, selected, elementOf, focus }: Rows): () => void {
  const first = rows.findIndex((key) => selected.has(key));
  const latest = useRef({ rows, left: undefined as Left | undefined });
  /** The row that got the focus back, as long as it or nothing has it. */
  const watched = useRef<Left>(undefined);
  useLayoutEffect(() => {
    const key = rows[first];
    latest.current = { rows, left: key === undefined ? latest.current.left : { key, place: first } };
  });

  function goOn({ key, place }: Left) {
    const now = latest.current.rows;
    const next = now.includes(key) && isInView(elementOf(key)) ? key : (now[place] ?? now.at(-1));
    if (next !== undefined) focus(next);
    return next;
  }
  const follow = useEffectEvent(() => {
    const { current } = watched;
    if (!current || rows[current.place] === current.key) return;
    const { activeElement } = document;
    const isThere = activeElement === document.body || elementOf(current.key)?.closest("[tabindex]") === activeElement;
    if (isThere) goOn(current);
    watched.current = undefined;
  });
  useEffect(() => follow(), [rows]);

  return () => {
    const { left } = latest.current;
    if (!left) return;
    const key = goOn(left);
    watched.current = key === undefined ? undefined : { key, place: left.place };
  };
}
