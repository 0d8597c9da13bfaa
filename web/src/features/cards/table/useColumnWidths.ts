import { useState, type CSSProperties } from "react";
import { clampWidth } from "../list/list-state.ts";
import type { Column } from "./columns.ts";

export interface ColumnWidths {
  widthOf: (column: Column) => number;
  /** `isDone`: the hand is off it, or it was a key. */
  resize: (column: Column, width: number, isDone: boolean) => void;
  /** `--column-0`, `--column-1` …: rows take their widths from here, so that a resize draws no row again. */
  style: CSSProperties;
}

/** The widths of the columns. During a drag the width is kept here, so that the view is updated only once. */
export function useColumnWidths(
  columns: readonly Column[],
  widthIn: ((column: Column) => number | undefined) | undefined,
  onResize: ((columnId: string, width: number) => void) | undefined,
): ColumnWidths {
  const [dragged, setDragged] = useState<{ id: string; width: number }>();

  const widthOf = (column: Column) => (dragged?.id === column.id ? dragged.width : (widthIn?.(column) ?? column.defaultWidth));

  function resize(column: Column, width: number, isDone: boolean) {
    const clamped = clampWidth(width);
    setDragged(isDone && onResize ? undefined : { id: column.id, width: clamped });
    if (isDone) onResize?.(column.id, clamped);
  }

  const total = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const variables = Object.fromEntries(columns.map((column, index) => [`--column-${index}`, `${widthOf(column)}px`]));
  const style: CSSProperties & Record<`--${string}`, string> = { ...variables, "--columns": `${total}px` };
  return { widthOf, resize, style };
}
