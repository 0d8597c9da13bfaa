import type { CardGroup } from "@kartis/core/cards/query/schema.ts";

/** A group and where its head stands. */
export interface GroupPlace extends CardGroup {
  readonly key: string;
  readonly isOpen: boolean;
  /** The head's place among all rows. */
  readonly at: number;
  /** The number of its first card in the list without groups. */
  readonly firstRow: number;
}

export interface GroupLayout {
  readonly groups: readonly GroupPlace[];
  /** Heads, and the cards of the open groups. */
  readonly length: number;
}

/** Heads and cards one below the other: a closed group takes one row, an open one as many more as it has cards. */
export function layOut(groups: readonly CardGroup[], closed: ReadonlySet<string>): GroupLayout {
  let [at, firstRow] = [0, 0];
  const places = groups.map((group): GroupPlace => {
    const key = String(group.value);
    const place = { ...group, key, isOpen: !closed.has(key), at, firstRow };
    at += 1 + (place.isOpen ? group.count : 0);
    firstRow += group.count;
    return place;
  });
  return { groups: places, length: at };
}

/** Element at a position: a group header, or a card by its number in the list. `nextRow`: the first card from there on. */
export function placeIn({ groups }: GroupLayout, index: number): { group?: GroupPlace; row?: number; nextRow: number } {
  let [low, high] = [0, groups.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((groups[middle]?.at ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const group = groups[low];
  if (!group) return { nextRow: 0 };
  if (group.at === index) return { group, nextRow: group.firstRow };
  const row = group.firstRow + Math.min(group.count - 1, index - group.at - 1);
  return { row, nextRow: row };
}
