/** Where the focus is: row −1 is the header, column 0 the checkbox. */
export interface Place {
  row: number;
  column: number;
}

export type GridCommand =
  | { kind: "move"; to: Place }
  | { kind: "select"; extend: boolean }
  | { kind: "selectAll" }
  | { kind: "clear" }
  | { kind: "open" }
  | { kind: "edit"; text?: string }
  | { kind: "sort"; keepOthers: boolean }
  | { kind: "resize"; by: number }
  | { kind: "moveColumn"; by: 1 | -1 }
  | { kind: "menu" }
  | { kind: "copy" };

export interface GridShape {
  rows: number;
  columns: number;
  /** Rows in view: how far a page key goes. */
  page: number;
  isRightToLeft: boolean;
}

interface Key {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** The cell that names the row; letters are commands there, while in a value's cell they are the first letter of the new value. */
export const nameColumn = 1;
const resizeStep = 16;

/** What a key means at a place; undefined for keys that are not the grid's. */
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
  if (mod) return key === "a" ? { kind: "selectAll" } : key === "c" ? { kind: "copy" } : undefined;
  if (at.row === -1) return undefined;
  if (key === "F2") return { kind: "edit" };
  if (key === "Enter") return at.column > nameColumn ? { kind: "edit" } : { kind: "open" };
  if (key === " ") return at.column > nameColumn && !shiftKey ? { kind: "edit" } : { kind: "select", extend: shiftKey };
  if (key.length !== 1) return undefined;
  return at.column > nameColumn ? { kind: "edit", text: key } : letterCommand(key, shiftKey, at, move);
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
