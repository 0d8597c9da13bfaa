import { useState, type PointerEvent } from "react";
import type { Column } from "./columns.ts";
import { nameColumn } from "./place.ts";
import { whilePressed } from "./while-pressed.ts";

/** Between which columns a header is held. */
export interface HeaderDrag {
  from?: number;
  dropAt?: number;
}

const dragging = () => import("./drag-header.ts");
/** Ahead of the first drag. */
export const preloadHeaderDrag = (): void => void dragging().catch(() => undefined);

/** Dragging a header to another place, with a pointer; keys move it by Ctrl, Shift and the arrows, and its menu does too. The name stays where it is. */
export function useHeaderDrag(
  columns: readonly Column[],
  onMove: ((column: Column, from: number, by: number) => void) | undefined,
) {
  const [drag, setDrag] = useState<HeaderDrag>({});

  function start(down: PointerEvent<HTMLElement>, from: number) {
    const column = columns[from - 1];
    const isOther = down.target instanceof Element && down.target.closest("[data-resizer],[data-menu]");
    if (!onMove || down.button !== 0 || down.pointerType === "touch" || from <= nameColumn || !column || isOther) return;
    const head = down.currentTarget.closest("[role=row]");
    whilePressed(dragging(), ({ dragHeader }) =>
      dragHeader({ head, from, startX: down.clientX, onDrag: setDrag, onDrop: (by) => onMove(column, from, by) }),
    );
  }

  return { ...drag, start };
}
