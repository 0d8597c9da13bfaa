import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { Sort } from "@kartis/core/cards/query/schema.ts";
import type { ReactNode } from "react";
import type { Groups } from "../groups/useGroups.ts";
import type { VisibleRange } from "../list/useCardList.ts";
import type { useWhyNot } from "../../records/rights.ts";
import type { Column } from "./columns.ts";
import type { Ranges } from "./ranges/useRanges.ts";
import type { SelectionState } from "./selection.ts";
import type { CellEditing } from "./useCellEditing.ts";
import type { ColumnWidths } from "./useColumnWidths.ts";
import type { GridFocus, TableMemory } from "./useGridFocus.ts";
import type { TableMenus } from "./useTableMenus.ts";

interface ColumnLayout {
  /** The width that the view says; undefined where the column has its own. */
  widthIn: (column: Column) => number | undefined;
  onResize: (columnId: string, width: number) => void;
  onMove: (columnId: string, by: number) => void;
  /** Content of a header's menu. */
  menu: (column: Column, anchor: HTMLElement, onClose: () => void) => ReactNode;
}

export interface CardTableProps {
  label: string;
  columns: readonly Column[];
  types: readonly CardType[];
  total: number;
  rowAt: (index: number) => Card | undefined;
  /** The cards of the rows `first…last`, asked for where they are not here: a range may go beyond what was seen. */
  load: (first: number, last: number) => Promise<readonly (Card | undefined)[]>;
  sort: readonly Sort[];
  selection: SelectionState;
  memory: TableMemory;
  hasFocusOnArrival: boolean;
  /** The bar of what is selected stands over the end of the rows. */
  isUnderBar?: boolean;
  /** Groups of the rows, if any. */
  groups?: Groups | undefined;
  onRange: (range: VisibleRange) => void;
  onSort: (sort: Sort[]) => void;
  /** Column arrangement; without it columns have their default. */
  layout?: ColumnLayout;
  onOpen: (card: Card, index: number) => void;
}

/** Pixels. */
export const headHeight = 32;

/** The state of a table: what its keys, its pointer and its rows share. */
export interface Grid {
  readonly props: CardTableProps;
  readonly focus: GridFocus;
  readonly ranges: Ranges;
  readonly cells: CellEditing;
  readonly widths: ColumnWidths;
  readonly menus: TableMenus;
  readonly whyNot: ReturnType<typeof useWhyNot>;
  /** Pixels of a row. */
  readonly height: number;
  /** Number of cards in the list: group headers are rows, but not cards. */
  readonly cards: number;
}

/** The checkbox of the header. */
export const selectedIn = ({ props: { selection }, cards }: Grid): boolean | "mixed" =>
  selection.count > 0 && (selection.count >= cards ? true : "mixed");
