import type { KeyboardEvent } from "react";
import type { useBoard } from "./useBoard.ts";
import type { Moves } from "./useMoves.ts";

/** The cards of a lane as they stand in the document. */
const itemsOf = (lane: Element) => [...lane.querySelectorAll<HTMLElement>("[data-key][role=row]")];

/** The card that an event is on. */
export const itemAt = (target: EventTarget): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>("[data-key][role=row]") : null;

/** Keys on a board: the arrows, J and K go from card to card; Shift and an arrow carries a card to the next lane; Shift+F10 opens its menu. */
export function onBoardKey(
  event: KeyboardEvent<HTMLElement>,
  {
    board,
    moveTo,
    openMenu,
  }: { board: ReturnType<typeof useBoard>; moveTo: Moves["moveTo"]; openMenu: (item: HTMLElement) => void },
): void {
  const { target, currentTarget: scroller } = event;
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey || event.altKey) return;
  const item = itemAt(target);
  const laneElement = item?.closest("[data-lane]");
  // While a card is being dragged by keys, and in fields, keys are not the board's.
  if (!item || target !== item || !laneElement) return;
  const forward = getComputedStyle(scroller).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const at = itemsOf(laneElement).indexOf(item);
  const go = (to: HTMLElement | undefined) => {
    event.preventDefault();
    event.stopPropagation();
    to?.focus();
    to?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) {
    go(undefined);
    return openMenu(item);
  }
  if (key === "j" || key === "k") return go(itemsOf(laneElement)[at + (key === "j" ? 1 : -1)]);
  if (key !== "ArrowLeft" && key !== "ArrowRight") return;
  const step = key === forward ? 1 : -1;
  if (event.shiftKey) {
    const from = board.lanes.findIndex((lane) => lane.key === laneElement.getAttribute("data-lane"));
    const to = board.lanes[from + step];
    const card = board.cardOf(item.dataset["key"] ?? "");
    go(undefined);
    if (to && card) moveTo(to, card);
    return;
  }
  const elements = [...scroller.querySelectorAll("[data-lane]")];
  for (let index = elements.indexOf(laneElement) + step; elements[index]; index += step) {
    const items = itemsOf(elements[index] ?? laneElement);
    if (items.length > 0) return go(items[Math.min(at, items.length - 1)]);
  }
  go(undefined);
}
