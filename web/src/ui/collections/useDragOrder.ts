import { type DragEvent, type HTMLAttributes, useState } from "react";

interface DragOrderOptions {
  /** The way the items run. */
  readonly axis: "inline" | "block";
  /** @param by how many places it has moved */
  readonly onMove: (id: string, by: number) => void;
}

type ItemProps = HTMLAttributes<HTMLElement> & { readonly "data-drop"?: "before" | "after"; readonly "data-dragged"?: true };

/**
 * Lets links in a row or a list be dragged to another place among each other. For a mouse alone, besides a menu that does the same by finger and keyboard. An item
 * shows by `data-drop` on which side the dragged one would land.
 */
export function useDragOrder({ axis, onMove }: DragOrderOptions): (id: string, at: number, canDrag: boolean) => ItemProps {
  const [dragged, setDragged] = useState<{ readonly id: string; readonly at: number }>();
  const [over, setOver] = useState<{ readonly at: number; readonly isAfter: boolean }>();
  const end = () => {
    setDragged(undefined);
    setOver(undefined);
  };
  const isAfter = ({ currentTarget, clientX, clientY }: DragEvent<HTMLElement>): boolean => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    if (axis === "block") return clientY > top + height / 2;
    const isRightToLeft = getComputedStyle(currentTarget).direction === "rtl";
    return clientX > left + width / 2 !== isRightToLeft;
  };
  return (id, at, canDrag) => ({
    draggable: canDrag,
    onDragStart: (event) => {
      if (!canDrag) return;
      event.dataTransfer.effectAllowed = "move";
      setDragged({ id, at });
    },
    onDragOver: (event) => {
      if (!dragged) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
      const next = { at, isAfter: isAfter(event) };
      if (over?.at !== next.at || over.isAfter !== next.isAfter) setOver(next);
    },
    onDrop: (event) => {
      if (!dragged) return;
      event.preventDefault();
      const place = at + (isAfter(event) ? 1 : 0);
      const by = (place > dragged.at ? place - 1 : place) - dragged.at;
      end();
      if (by !== 0) onMove(dragged.id, by);
    },
    onDragEnd: end,
    ...(dragged?.id === id ? { "data-dragged": true } : {}),
    ...(dragged && over?.at === at ? { "data-drop": over.isAfter ? "after" : "before" } : {}),
  });
}
