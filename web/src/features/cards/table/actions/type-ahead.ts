import type { KeyboardEvent } from "react";
import { screenOf } from "../../../fields/screens.ts";
import { editableText } from "../../../fields/values.ts";
import type { Grid } from "../grid.ts";

/**
 * Handles keys while the editor's code is loading and the focus is on its cell: the editor will start with the typed letters.
 *
 * @returns "hold" for keys that only the editor can answer
 */
export function typeAhead(grid: Grid, cancel: () => void, event: KeyboardEvent): "done" | "letGo" | "hold" | "none" {
  const { editing, setEditing } = grid.cells;
  const { key } = event;
  if (!editing || event.altKey || event.ctrlKey || event.metaKey || key === "Shift") return "none";
  if (key === "Escape") {
    event.preventDefault();
    cancel();
    return "letGo";
  }
  if (key.length > 1 && key !== "Backspace") return "hold";
  event.preventDefault();
  const text = editing.text ?? ownText(grid, editing);
  setEditing({ ...editing, text: key === "Backspace" ? text.slice(0, -1) : text + key });
  return "done";
}

/** The editor's initial text, to which typed letters are appended. Lists start with an empty search. */
function ownText({ props }: Grid, { row, column, isSelected }: NonNullable<Grid["cells"]["editing"]>): string {
  const card = props.rowAt(row);
  const field = card && props.columns[column - 1]?.fieldFor(card);
  return card && field && screenOf(field.type).isTyped && !isSelected ? editableText(field, card.fields[field.id]) : "";
}
