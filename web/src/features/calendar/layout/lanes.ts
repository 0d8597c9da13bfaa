/** Something that takes whole days of a row: from the day with this index until that one, both included. */
export interface Bar<Item> {
  readonly item: Item;
  readonly from: number;
  readonly until: number;
}

interface LanedBar<Item> extends Bar<Item> {
  readonly lane: number;
}

export interface Lanes<Item> {
  readonly bars: readonly LanedBar<Item>[];
  /** Number of hidden entries on each day. */
  readonly hidden: readonly number[];
  /** Number of lanes in use. */
  readonly height: number;
}

/**
 * Puts bars below each other so that none overlap, in the order given, each as high up as it finds room. Of more than `most` lanes, the rest is left out on all its days
 * and counted on each.
 * @param days how many days the row has; what reaches beyond it ends with it
 */
export function lanesOf<Item>(items: readonly Bar<Item>[], days: number, most = Number.POSITIVE_INFINITY): Lanes<Item> {
  const bars: LanedBar<Item>[] = [];
  const hidden = Array.from({ length: days }, () => 0);
  /** Occupied days, by lane. */
  const taken: boolean[][] = [];
  for (const { item, from, until } of items) {
    const first = Math.max(0, from);
    const last = Math.min(days - 1, until);
    if (first > last) continue;
    let lane = 0;
    while (lane < most && taken[lane]?.slice(first, last + 1).some(Boolean)) lane++;
    if (lane >= most) {
      for (let day = first; day <= last; day++) hidden[day] = (hidden[day] ?? 0) + 1;
      continue;
    }
    const row = (taken[lane] ??= Array.from({ length: days }, () => false));
    row.fill(true, first, last + 1);
    bars.push({ item, from: first, until: last, lane });
  }
  return { bars, hidden, height: taken.length };
}
