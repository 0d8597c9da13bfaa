import { useEffect, useEffectEvent, useRef, useState, type FocusEvent, type RefObject } from "react";
import type { VisibleRange } from "../list/useCardList.ts";
import { useRowWindow } from "../list/useRowWindow.ts";
import type { Place } from "./place.ts";

/** The position in the list that Back restores. */
export interface TableMemory {
  scrollTop: number;
  active: Place;
}

interface GridFocusOptions {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly memory: TableMemory;
  readonly hasFocusOnArrival: boolean;
  readonly total: number;
  /** Pixels of a row, and of the head that rows go under. */
  readonly height: number;
  readonly headHeight: number;
  /** A bar stands over the end of the rows. */
  readonly isUnderBar: boolean;
  readonly onRange: (range: VisibleRange) => void;
}

export interface GridFocus {
  /** Position of the grid's only tab stop. */
  readonly active: Place;
  /** The focus is there already: a press or a screen reader has moved it. */
  readonly take: (place: Place) => void;
  /** Takes the focus from wherever screen readers and scripts move it, without a key or a press. */
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
  /** Moves the focus there and scrolls to it. */
  readonly goTo: (place: Place) => void;
  /** Gives the focus back to where it was, once that is drawn. */
  readonly comeBack: () => void;
  readonly cellAt: (place: Place) => HTMLElement | null;
  /** The rows to draw. */
  readonly rows: readonly number[];
  /** Another filter, sort or search: the list began anew in this render. */
  readonly isNewList: boolean;
  /** Gives the focus to the cell that is to have it, once that is drawn; never away from where the user went meanwhile. For an effect of each drawing. */
  readonly settle: () => void;
}

/** The roving focus of the grid over rows of which only those in view are drawn; the row in focus always is. */
export function useGridFocus(options: GridFocusOptions): GridFocus {
  const { scroller, memory, hasFocusOnArrival, total, height, headHeight, isUnderBar, onRange } = options;
  const [active, setActive] = useState<Place>(memory.active);
  // The cell to focus once it is rendered: the target of a jump, or the active one.
  const wanted = useRef<Place | "active" | undefined>(hasFocusOnArrival ? "active" : undefined);
  const [shown, setShown] = useState(memory);
  const isNewList = shown !== memory;
  // The focus stays in the header that sorted it.
  if (isNewList) {
    setShown(memory);
    if (active.row >= 0) setActive(memory.active);
  }
  const { rows, scrollTo, uncover } = useRowWindow({
    scroller,
    count: total,
    height,
    overscan: 8,
    headHeight,
    memory,
    pinned: active.row,
    onRange,
  });

  function take(place: Place) {
    // The list's memory outlives its renders.
    // oxlint-disable-next-line react/immutability
    memory.active = place;
    setActive(place);
  }

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const place = { row: Number(target.dataset["row"]), column: Number(target.dataset["column"]) };
    if (target.dataset["row"] !== undefined && (place.row !== active.row || place.column !== active.column)) take(place);
  }

  function goTo(place: Place) {
    wanted.current = place;
    take(place);
    if (place.row >= 0) scrollTo(place.row);
  }

  const comeBack = () => {
    wanted.current = "active";
  };
  const cellAt = ({ row, column }: Place) =>
    scroller.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`) ?? null;

  const stayClear = useEffectEvent(() => {
    if (active.row >= 0 && cellAt(active)?.contains(document.activeElement)) uncover(active.row);
  });
  useEffect(() => {
    if (isUnderBar) stayClear();
  }, [isUnderBar]);

  function settle() {
    // With two keys at once, the first one's effect runs when the second has gone on: that drawing's own effect follows.
    if (!wanted.current || (wanted.current !== "active" && wanted.current !== active)) return;
    const focused = document.activeElement;
    if (focused && !focused.contains(scroller.current) && !scroller.current?.contains(focused)) return;
    const cell = cellAt(active);
    if (!cell) return;
    wanted.current = undefined;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  return { active, take, onFocus, goTo, comeBack, cellAt, rows, isNewList, settle };
}
