import type { Span } from "./wall.ts";

/** Something with its place among what overlaps it. */
export interface Placed<Item> {
  readonly item: Item;
  readonly from: number;
  readonly until: number;
  /** Its column, the number of columns, and how many it spans: as many as are free beside it. */
  readonly column: number;
  readonly columns: number;
  readonly width: number;
}

/** Items without a column. */
export interface Crowd<Item> {
  readonly from: number;
  readonly until: number;
  readonly items: readonly Item[];
  /** The column left for them, the last one. */
  readonly column: number;
}

interface Timed<Item> extends Span {
  readonly item: Item;
}

/**
 * Lays out what overlaps side by side, as in a day of a calendar: what begins first stands first, and everything is as wide as its neighbors allow. Of more than
 * `most` at the same time, the rest is gathered in crowds.
 * @param shortest what is shorter is taken for that long, in minutes, because it is drawn that high
 */
export function sideBySide<Item>(
  items: readonly Timed<Item>[],
  { most = Number.POSITIVE_INFINITY, shortest = 0 }: { readonly most?: number; readonly shortest?: number } = {},
): { readonly placed: readonly Placed<Item>[]; readonly crowds: readonly Crowd<Item>[] } {
  const sorted = items
    .map((each) => ({ ...each, until: Math.max(each.until, each.from + shortest) }))
    .sort((a, b) => a.from - b.from || b.until - a.until);
  const placed: Placed<Item>[] = [];
  const crowds: Crowd<Item>[] = [];
  let group: Timed<Item>[] = [];
  let end = Number.NEGATIVE_INFINITY;
  const close = () => {
    const done = placeGroup(group, most);
    placed.push(...done.placed);
    if (done.rest.length > 0)
      crowds.push({
        from: Math.min(...done.rest.map(({ from }) => from)),
        until: Math.max(...done.rest.map(({ until }) => until)),
        items: done.rest.map(({ item }) => item),
        column: done.columns,
      });
    group = [];
  };
  for (const each of sorted) {
    if (each.from >= end) close();
    group.push(each);
    end = Math.max(group.length === 1 ? each.until : end, each.until);
  }
  close();
  return { placed, crowds };
}

/** Places what overlaps directly or through others: each in the first column that is free by then. */
function placeGroup<Item>(group: readonly Timed<Item>[], most: number) {
  const columns: Timed<Item>[][] = [];
  const rest: Timed<Item>[] = [];
  const columnOf = new Map<Timed<Item>, number>();
  for (const each of group) {
    const free = columns.findIndex((column) => (column.at(-1)?.until ?? 0) <= each.from);
    const at = free === -1 ? columns.length : free;
    if (at >= most) {
      rest.push(each);
      continue;
    }
    (columns[at] ??= []).push(each);
    columnOf.set(each, at);
  }
  const isFree = (column: readonly Timed<Item>[], { from, until }: Span) =>
    column.every((other) => other.until <= from || other.from >= until);
  const placed = [...columnOf].map(([each, column]): Placed<Item> => {
    const blocked = columns.findIndex((other, at) => at > column && !isFree(other, each));
    const { item, from, until } = each;
    return {
      item,
      from,
      until,
      column,
      // What is gathered has a column of its own.
      columns: columns.length + (rest.length > 0 ? 1 : 0),
      width: (blocked === -1 ? columns.length : blocked) - column,
    };
  });
  return { placed, rest, columns: columns.length };
}
