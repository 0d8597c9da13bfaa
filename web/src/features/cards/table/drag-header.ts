import { nameColumn } from "./place.ts";
import type { HeaderDrag } from "./useHeaderDrag.ts";

/** Pixels before a press becomes a drag, so that a press still sorts. */
const threshold = 6;

interface HeaderDragOptions {
  /** The row of headers. */
  readonly head: Element | null;
  /** The number of the column that is dragged, and where the press began. */
  readonly from: number;
  readonly startX: number;
  readonly onDrag: (drag: HeaderDrag) => void;
  /** Called when it is let go over another column, so many places on. */
  readonly onDrop: (by: number) => void;
}

/** Follows the pointer from a press on a header until it is let go; Escape leaves everything where it was. */
export function dragHeader({ head, from, startX, onDrag, onDrop }: HeaderDragOptions): void {
  let dropAt: number | undefined;

  function move(event: globalThis.PointerEvent) {
    if (dropAt === undefined && Math.abs(event.clientX - startX) < threshold) return;
    const headers = [...(head?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
    const under = headers.find((header) => {
      const box = header.getBoundingClientRect();
      return event.clientX >= box.left && event.clientX <= box.right && Number(header.dataset.column) > nameColumn;
    });
    dropAt = under ? Number(under.dataset.column) : (dropAt ?? from);
    onDrag({ from, dropAt });
  }
  function end(event: globalThis.PointerEvent | KeyboardEvent) {
    if (event instanceof KeyboardEvent && event.key !== "Escape") return;
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    removeEventListener("keydown", end, true);
    onDrag({});
    if (dropAt === undefined) return;
    // The click that ends a drag does not sort.
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, true));
    if (event.type === "pointerup" && dropAt !== from) onDrop(dropAt - from);
  }
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
  addEventListener("keydown", end, true);
}

function stop(event: Event): void {
  event.stopPropagation();
  event.preventDefault();
}
