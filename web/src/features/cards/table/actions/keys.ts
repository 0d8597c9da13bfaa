import { letterOf } from "../../../../lib/keys/shortcuts.ts";
import { nameColumn, type Place } from "../place.ts";

export type GridCommand =
  | { kind: "move"; to: Place }
  /** The range grows or shrinks to there. */
  | { kind: "extend"; to: Place }
  | { kind: "select"; extend: boolean }
  | { kind: "selectAll" }
  | { kind: "clear" }
  | { kind: "open" }
  | { kind: "edit"; text?: string }
  | { kind: "sort"; keepOthers: boolean }
  | { kind: "resize"; by: number }
  | { kind: "moveColumn"; by: 1 | -1 }
  | { kind: "menu" }
  | { kind: "clearCells" }
  | { kind: "fill"; direction: "rows" | "columns" };

export interface GridShape {
  rows: number;
  columns: number;
  /** Rows in view: how far a page key goes. */
  page: number;
  isRightToLeft: boolean;
}

interface Key {
  key: string;
  code: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const resizeStep = 16;

/** Command of a key at a cell; undefined if it is not the grid's. */
export function commandOf(event: Key, at: Place, shape: GridShape): GridCommand | undefined {
  const { key, shiftKey, altKey } = event;
  const mod = event.ctrlKey || event.metaKey;
  // Before all else, since elsewhere Alt is the browser's.
  if (at.row === -1 && at.column > 0 && (key === "ContextMenu" || (key === "ArrowDown" && altKey) || (key === "F10" && shiftKey)))
    return { kind: "menu" };
  if (altKey) return undefined;
  const move = (row: number, column = at.column): GridCommand => ({
    kind: "move",
    to: { row: Math.max(-1, Math.min(shape.rows - 1, row)), column: Math.max(0, Math.min(shape.columns - 1, column)) },
  });
  const forward = shape.isRightToLeft ? "ArrowLeft" : "ArrowRight";
  const back = shape.isRightToLeft ? "ArrowRight" : "ArrowLeft";

  if (at.row === -1) {
    if (mod && shiftKey && key === forward) return { kind: "moveColumn", by: 1 };
    if (mod && shiftKey && key === back) return { kind: "moveColumn", by: -1 };
    if (shiftKey && key === forward) return { kind: "resize", by: resizeStep };
    if (shiftKey && key === back) return { kind: "resize", by: -resizeStep };
    if (key === "Enter") return at.column === 0 ? { kind: "selectAll" } : { kind: "sort", keepOthers: shiftKey };
    if (key === " ") return at.column === 0 ? { kind: "selectAll" } : { kind: "sort", keepOthers: shiftKey };
  }
  if (shiftKey && at.row >= 0 && at.column >= nameColumn) {
    const to = extended(key, mod, at, shape, forward, back);
    if (to) return { kind: "extend", to };
    if (key === "F10") return { kind: "menu" };
  }
  if (key === "ContextMenu") return at.row >= 0 ? { kind: "menu" } : undefined;
  switch (key) {
    case "ArrowDown":
      return move(at.row + 1);
    case "ArrowUp":
      return move(at.row - 1);
    case forward:
      return move(at.row, at.column + 1);
    case back:
      return move(at.row, at.column - 1);
    case "PageDown":
      return move(Math.max(0, at.row) + shape.page);
    case "PageUp":
      return move(Math.max(0, at.row - shape.page));
    case "Home":
      return mod ? move(0, 0) : move(at.row, 0);
    case "End":
      return mod ? move(shape.rows - 1, shape.columns - 1) : move(at.row, shape.columns - 1);
    case "Escape":
      return { kind: "clear" };
  }
  // Copying, cutting and pasting are events of their own, which carry the clipboard.
  if (mod) return modCommand(letterOf(event));
  if (at.row === -1) return undefined;
  if (key === "F2") return { kind: "edit" };
  if (key === "Delete" || key === "Backspace") return at.column >= nameColumn ? { kind: "clearCells" } : undefined;
  if (key === "Enter") return at.column > nameColumn ? { kind: "edit" } : { kind: "open" };
  if (key === " ") return at.column > nameColumn && !shiftKey ? { kind: "edit" } : { kind: "select", extend: shiftKey };
  if (key.length !== 1) return undefined;
  return at.column > nameColumn ? { kind: "edit", text: key } : letterCommand(letterOf(event), shiftKey, at, move);
}

function modCommand(letter: string): GridCommand | undefined {
  switch (letter) {
    case "a":
      return { kind: "selectAll" };
    case "d":
      return { kind: "fill", direction: "rows" };
    case "r":
      return { kind: "fill", direction: "columns" };
    default:
      return undefined;
  }
}

/** New end of the range for a Shift+arrow key; with ⌘ or Ctrl the edge of the table. The header and the checkboxes are in no range. */
function extended(key: string, mod: boolean, at: Place, shape: GridShape, forward: string, back: string): Place | undefined {
  const lastColumn = shape.columns - 1;
  switch (key) {
    case "ArrowDown":
      return { ...at, row: mod ? shape.rows - 1 : Math.min(shape.rows - 1, at.row + 1) };
    case "ArrowUp":
      return { ...at, row: mod ? 0 : Math.max(0, at.row - 1) };
    case "PageDown":
      return { ...at, row: Math.min(shape.rows - 1, at.row + shape.page) };
    case "PageUp":
      return { ...at, row: Math.max(0, at.row - shape.page) };
    case forward:
      return { ...at, column: mod ? lastColumn : Math.min(lastColumn, at.column + 1) };
    case back:
      return { ...at, column: mod ? nameColumn : Math.max(nameColumn, at.column - 1) };
    case "Home":
      return mod ? { row: 0, column: nameColumn } : { ...at, column: nameColumn };
    case "End":
      return mod ? { row: shape.rows - 1, column: lastColumn } : { ...at, column: lastColumn };
    default:
      return undefined;
  }
}

function letterCommand(key: string, extend: boolean, at: Place, move: (row: number) => GridCommand): GridCommand | undefined {
  switch (key.toLowerCase()) {
    case "j":
      return move(at.row + 1);
    case "k":
      return move(Math.max(0, at.row - 1));
    case "x":
      return { kind: "select", extend };
    case "e":
      return { kind: "edit" };
    default:
      return undefined;
  }
}
