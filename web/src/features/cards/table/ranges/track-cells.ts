import { nameColumn, type Place } from "../place.ts";

const scrollStep = 14;

/** The cell under the pointer, or the one at the table's edge when the pointer is beyond it. */
function placeAt(scroller: HTMLElement | null, x: number, y: number): Place | undefined {
  const frame = scroller?.getBoundingClientRect();
  if (!frame) return undefined;
  const inX = Math.min(frame.right - 20, Math.max(frame.left + 4, x));
  const inY = Math.min(frame.bottom - 20, Math.max(frame.top + 40, y));
  const cell = document.elementFromPoint(inX, inY)?.closest<HTMLElement>("[data-row]");
  const [row, column] = [Number(cell?.dataset["row"]), Number(cell?.dataset["column"])];
  return cell && row >= 0 ? { row, column: Math.max(nameColumn, column) } : undefined;
}

/** Follows the pointer until it is let go, scrolling where it is held beyond the edge. */
export function trackCells(scroller: () => HTMLElement | null, onPlace: (place: Place) => void, onEnd: () => void): void {
  let at: { x: number; y: number } | undefined;
  let frame = 0;
  const follow = () => {
    const rect = scroller()?.getBoundingClientRect();
    if (at && rect) {
      const down = at.y > rect.bottom - 8 ? scrollStep : at.y < rect.top + 32 ? -scrollStep : 0;
      const across = at.x > rect.right - 8 ? scrollStep : at.x < rect.left + 8 ? -scrollStep : 0;
      if (down !== 0 || across !== 0) scroller()?.scrollBy({ top: down, left: across });
      const place = placeAt(scroller(), at.x, at.y);
      if (place) onPlace(place);
    }
    frame = requestAnimationFrame(follow);
  };
  const move = (event: globalThis.PointerEvent) => {
    if (!at) frame = requestAnimationFrame(follow);
    at = { x: event.clientX, y: event.clientY };
  };
  const end = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("pointermove", move);
    document.removeEventListener("pointerup", end);
    document.removeEventListener("pointercancel", end);
    onEnd();
  };
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
}
