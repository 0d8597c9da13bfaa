import { useState, type PointerEvent } from "react";
import type { Column } from "./columns.ts";
import { nameColumn } from "./grid-keys.ts";

/** Pixels before a press becomes a drag, so that a press still sorts. */
const threshold = 6;

interface HeaderDrag {
  from?: number;
  dropAt?: number;
}

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
    let dropAt: number | undefined;

    function move(event: globalThis.PointerEvent) {
      if (dropAt === undefined && Math.abs(event.clientX - down.clientX) < threshold) return;
      const headers = [...(head?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
      const under = headers.find((header) => {
        const box = header.getBoundingClientRect();
        return event.clientX >= box.left && event.clientX <= box.right && Number(header.dataset.column) > nameColumn;
      });
      dropAt = under ? Number(under.dataset.column) : (dropAt ?? from);
      setDrag({ from, dropAt });
    }
    function end(event: globalThis.PointerEvent | KeyboardEvent) {
      if (event instanceof KeyboardEvent && event.key !== "Escape") return;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      removeEventListener("keydown", end, true);
      setDrag({});
      if (dropAt === undefined) return;
      // The click that ends a drag does not sort.
      addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, true));
      if (event.type === "pointerup" && column && dropAt !== from) onMove?.(column, from, dropAt - from);
    }
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
    addEventListener("keydown", end, true);
  }

  return { ...drag, start };
}

function stop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
