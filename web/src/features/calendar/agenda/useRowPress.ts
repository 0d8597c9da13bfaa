import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef } from "react";
import { rowStep } from "../../../lib/keys/arrows.ts";
import type { Entry } from "../entries.ts";
import type { useEntryHandlers } from "../entry/useEntryHandlers.ts";

/** How long a finger rests on a row until that selects it. */
const longMs = 500;

type Handlers = ReturnType<typeof useEntryHandlers>;

/**
 * A press opens the entry. While some are selected, with Ctrl or ⌘, or held long by a finger, it selects; with Shift it selects everything up to there, as Shift with an
 * arrow does by one.
 */
export function useRowPress(entry: Entry, handlers: Handlers, isSelecting: boolean) {
  const holding = useRef<{ timer: ReturnType<typeof setTimeout> | undefined; isLong: boolean }>(undefined);
  const release = () => clearTimeout(holding.current?.timer);
  useEffect(() => () => clearTimeout(holding.current?.timer), []);
  return {
    onPointerDown: ({ pointerType }: PointerEvent) => {
      if (pointerType !== "touch" || entry.kind !== "meeting") return;
      const press = () => {
        if (holding.current) holding.current.isLong = true;
        handlers.onSelect(entry);
      };
      holding.current = { timer: setTimeout(press, longMs), isLong: false };
    },
    onPointerMove: ({ movementX, movementY }: PointerEvent) => {
      if (Math.abs(movementX) + Math.abs(movementY) > 4) release();
    },
    onPointerUp: release,
    onPointerCancel: release,
    // Of a long press: the browser's own menu would cover the row.
    onContextMenu: (event: MouseEvent) => {
      if (holding.current?.isLong) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const wasLong = holding.current?.isLong ?? false;
      holding.current = undefined;
      if (wasLong) return;
      if (event.shiftKey) handlers.onExtend(entry, 0);
      else if ((isSelecting || event.ctrlKey || event.metaKey) && entry.kind === "meeting") handlers.onSelect(entry);
      else handlers.onOpen(entry);
    },
    onKeyDown: (event: KeyboardEvent) => handlers.onKeyDown(event, entry, false),
  };
}

/** Arrows lead from any control of a row to the row beside it; with Shift they select on the way. */
export const arrowKeys =
  (entry: Entry, handlers: Handlers) =>
  (event: KeyboardEvent): void => {
    const by = rowStep(event);
    if (by === 0) return;
    event.preventDefault();
    if (event.shiftKey) handlers.onExtend(entry, by);
    else handlers.onStep(entry, by);
  };
