import type { KeyboardEvent } from "react";
import type { Grid } from "../grid.ts";
import { gridCommands } from "./commands.ts";
import { gridEditing } from "./editing.ts";
import { gridPointer } from "./pointer.ts";
import { typeAhead } from "./type-ahead.ts";

export { preloadSaving } from "../../update-card.ts";

export type GridActions = ReturnType<typeof gridActions>;

/** Actions of keys and pointer in the table as it is drawn now. */
export function gridActions(grid: Grid) {
  const { edit, commit, cancel, ...flags } = gridEditing(grid);
  const { run, onKeyDown, moveColumn } = gridCommands(grid, { edit, ...flags });
  return {
    ...gridPointer(grid, edit, run),
    onKeyDown,
    typeAhead: (event: KeyboardEvent) => typeAhead(grid, cancel, event),
    moveColumn,
    edit,
    commit,
    cancel,
  };
}
