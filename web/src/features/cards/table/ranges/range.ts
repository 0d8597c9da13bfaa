import type { Place } from "../place.ts";

/** A rectangle of cells, from `anchor` to `head`, which has the focus. */
export interface Range {
  readonly anchor: Place;
  readonly head: Place;
}

/** The rectangle's sides, inclusive. Columns start at 1: column 0 is the checkbox. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly first: number;
  readonly last: number;
}

export const boxOf = ({ anchor, head }: Range): Box => ({
  top: Math.max(0, Math.min(anchor.row, head.row)),
  bottom: Math.max(anchor.row, head.row),
  first: Math.max(1, Math.min(anchor.column, head.column)),
  last: Math.max(1, anchor.column, head.column),
});

export const rowsOf = ({ top, bottom }: Box): number => bottom - top + 1;
export const columnsOf = ({ first, last }: Box): number => last - first + 1;
export const isInBox = ({ top, bottom, first, last }: Box, { row, column }: Place): boolean =>
  row >= top && row <= bottom && column >= first && column <= last;

/**
 * Where a block of `rows` × `columns` lands: on the whole target when that is a multiple of it (one cell fills any), else from the target's corner on, as
 * far as the table goes.
 */
export function landing(target: Box, block: { rows: number; columns: number }, table: { rows: number; columns: number }): Box {
  const isTiled = rowsOf(target) % block.rows === 0 && columnsOf(target) % block.columns === 0;
  const rows = isTiled ? rowsOf(target) : block.rows;
  const columns = isTiled ? columnsOf(target) : block.columns;
  return {
    top: target.top,
    bottom: Math.min(table.rows - 1, target.top + rows - 1),
    first: target.first,
    last: Math.min(table.columns, target.first + columns - 1),
  };
}

/**
 * Where a fill by its handle goes: down or across, whichever way the pointer went farther, up and back too. Undefined inside the source.
 */
export function fillTarget(source: Box, to: Place): { target: Box; direction: "rows" | "columns" } | undefined {
  const down = to.row > source.bottom ? to.row - source.bottom : to.row < source.top ? to.row - source.top : 0;
  const across =
    to.column > source.last ? to.column - source.last : to.column < source.first ? Math.max(1, to.column) - source.first : 0;
  if (down === 0 && across === 0) return undefined;
  if (Math.abs(down) >= Math.abs(across))
    return {
      target: { ...source, top: down > 0 ? source.bottom + 1 : to.row, bottom: down > 0 ? to.row : source.top - 1 },
      direction: "rows",
    };
  return {
    target: {
      ...source,
      first: across > 0 ? source.last + 1 : Math.max(1, to.column),
      last: across > 0 ? to.column : source.first - 1,
    },
    direction: "columns",
  };
}

/** Source cell that a target cell repeats: the source is tiled in both directions. */
export const sourceOf = (source: Box, { row, column }: Place): Place => ({
  row: source.top + modulo(row - source.top, rowsOf(source)),
  column: source.first + modulo(column - source.first, columnsOf(source)),
});

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
