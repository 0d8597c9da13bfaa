import type { KeyboardEvent } from "react";
import type { Column } from "../columns.ts";
import { type Grid, headHeight, selectedIn } from "../grid.ts";
import { nameColumn } from "../place.ts";
import { columnsOf } from "../ranges/range.ts";
import { discardRejected, rejectedAt } from "../ranges/rejected.ts";
import type { gridEditing } from "./editing.ts";
import { commandOf, type GridCommand } from "./keys.ts";
import { nextSort } from "./next-sort.ts";

/** Key commands of the table at the focused cell. */
export function gridCommands(grid: Grid, cells: Pick<ReturnType<typeof gridEditing>, "edit" | "turnedAt" | "turnBack">) {
  const { props, focus, ranges, widths, menus } = grid;
  const { columns, layout, rowAt, selection, sort, total, onOpen, onSort } = props;
  const { active, goTo } = focus;

  function moveColumn(column: Column, from: number, by: number) {
    const to = Math.min(columns.length, Math.max(nameColumn + 1, from + by));
    if (!layout || from <= nameColumn || to === from) return;
    layout.onMove(column.id, to - from);
    goTo({ row: -1, column: to });
  }

  function run(command: GridCommand) {
    const group = active.row >= 0 ? props.groups?.groupAt(active.row) : undefined;
    if (group && props.groups && (command.kind === "open" || command.kind === "edit" || command.kind === "select"))
      return props.groups.toggle(group);
    const card = rowAt(active.row);
    const column = columns[active.column - 1];
    switch (command.kind) {
      case "move":
        ranges.collapse();
        return goTo(command.to);
      case "extend":
        return ranges.extend(command.to);
      case "clearCells":
        return ranges.clearCells();
      case "fill":
        return ranges.fillWithin(command.direction);
      case "menu":
        return active.row === -1 ? layout && menus.openColumn(active) : menus.openRow(active);
      case "select":
        return selection.toggle(active.row, command.extend);
      case "selectAll":
        return selection.count > 0 && selectedIn(grid) === true ? selection.clear() : selection.selectAll();
      case "clear":
        return letGo();
      case "open":
        return card && onOpen(card, active.row);
      case "edit":
        return cells.edit(active.column === 0 ? { ...active, column: nameColumn } : active, command.text);
      case "sort":
        return column?.isSortable && onSort(nextSort(sort, column.id, command.keepOthers));
      case "resize":
        return column && widths.resize(column, widths.widthOf(column) + command.by, true);
      case "moveColumn":
        return column && moveColumn(column, active.column, command.by);
    }
  }

  const isRejectedHere = () => {
    const card = rowAt(active.row);
    const field = card && columns[active.column - 1]?.fieldFor(card);
    return card && field && rejectedAt(card.id, field.id) !== undefined;
  };
  const canLetGo = () =>
    ranges.box !== undefined || isRejectedHere() || cells.turnedAt(active) !== undefined || selection.count > 0;

  /** Escape: the range, then what was pasted in vain, then the flag that was just turned, then the selected rows. */
  function letGo() {
    if (ranges.box) ranges.collapse();
    else if (isRejectedHere()) discardRejected();
    else if (cells.turnedAt(active)) cells.turnBack(active);
    else selection.clear();
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    // Popovers are children of the grid for React, not for the document.
    const isInside =
      event.target instanceof HTMLElement &&
      event.currentTarget.contains(event.target) &&
      !event.target.closest("input,textarea");
    if (!isInside || event.nativeEvent.isComposing) return;
    const page = Math.max(1, Math.floor(((event.currentTarget.parentElement?.clientHeight ?? 0) - headHeight) / grid.height) - 1);
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === "rtl";
    const command = commandOf(event, active, { rows: total, columns: columns.length + 1, page, isRightToLeft });
    if (!command || (command.kind === "clear" && !canLetGo())) return;
    // Without columns to fill, ⌘R is the browser's.
    if (command.kind === "fill" && command.direction === "columns" && !(ranges.box && columnsOf(ranges.box) > 1)) return;
    event.preventDefault();
    run(command);
  }

  return { run, onKeyDown, moveColumn };
}
