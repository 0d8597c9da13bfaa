import { useState, type CSSProperties } from "react";
import { maxWidth, minWidth, type Column } from "./columns.ts";

type Widths = Readonly<Record<string, number>>;

const storageKey = (listKey: string) => `kartis.columns.${listKey}`;

function stored(listKey: string): Widths {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(storageKey(listKey)) ?? "{}");
    if (typeof read !== "object" || read === null) return {};
    return Object.fromEntries(Object.entries(read).filter((entry): entry is [string, number] => typeof entry[1] === "number"));
  } catch {
    // Private windows may refuse storage; the list then has its default widths.
    return {};
  }
}

const clampWidth = (width: number): number => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

export interface ColumnWidths {
  widthOf: (column: Column) => number;
  resize: (column: Column, width: number) => void;
  /** `--column-0`, `--column-1` …: rows take their widths from here, so that a resize draws no row again. */
  style: CSSProperties;
}

/** The widths of a list's columns, kept in this browser. */
export function useColumnWidths(listKey: string, columns: readonly Column[]): ColumnWidths {
  const [state, setState] = useState({ listKey, widths: stored(listKey) });
  const current = state.listKey === listKey ? state : { listKey, widths: stored(listKey) };
  if (current !== state) setState(current);

  const widthOf = (column: Column) => current.widths[column.id] ?? column.defaultWidth;

  function resize(column: Column, width: number) {
    const widths = { ...current.widths, [column.id]: clampWidth(width) };
    setState({ listKey, widths });
    try {
      localStorage.setItem(storageKey(listKey), JSON.stringify(widths));
    } catch {
      // See `stored`.
    }
  }

  const total = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const variables = Object.fromEntries(columns.map((column, index) => [`--column-${index}`, `${widthOf(column)}px`]));
  const style: CSSProperties & Record<`--${string}`, string> = { ...variables, "--columns": `${total}px` };
  return { widthOf, resize, style };
}
