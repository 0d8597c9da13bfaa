import type { Card } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import type { Column } from "./columns.ts";
import type { Place } from "./place.ts";
import type { GridFocus } from "./useGridFocus.ts";

export type TableMenus = ReturnType<typeof useTableMenus>;

/** The open menu of the table: a column's at its header, or a row's at the pointer. */
export function useTableMenus(
  columns: readonly Column[],
  rowAt: (index: number) => Card | undefined,
  { cellAt, comeBack }: GridFocus,
) {
  const [columnMenu, setColumnMenu] = useState<{ column: Column; anchor: HTMLElement }>();
  const [rowMenu, setRowMenu] = useState<{ row: number; x: number; y: number }>();
  return {
    columnMenu,
    rowMenu,
    openColumn(place: Place) {
      const column = columns[place.column - 1];
      const anchor = cellAt(place);
      if (column && anchor) setColumnMenu({ column, anchor });
    },
    closeColumn: () => setColumnMenu(undefined),
    openRow(place: Place, at?: { x: number; y: number }) {
      const cell = cellAt(place)?.getBoundingClientRect();
      if (!cell || !rowAt(place.row)) return;
      setRowMenu({ row: place.row, x: at?.x ?? cell.left + 12, y: at?.y ?? cell.bottom });
    },
    closeRow: () => {
      setRowMenu(undefined);
      comeBack();
    },
  };
}
