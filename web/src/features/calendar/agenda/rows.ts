import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { Entry } from "../entries.ts";

interface AgendaRow {
  readonly entry: Entry;
  /** Offset from the top of the list. */
  readonly top: number;
}

/** A day with everything that takes place on it, in the order of the day. */
export interface AgendaDay {
  readonly day: string;
  readonly top: number;
  readonly height: number;
  readonly rows: readonly AgendaRow[];
}

interface Heights {
  readonly row: number;
  /** The least of a day: its name has that much room. */
  readonly least: number;
  /** Above the rows, where the day does not stand beside them. */
  readonly head: number;
}

/** Days without anything are left out, today never. What takes several days stands in each. */
export function agendaOf(
  entries: readonly Entry[],
  { from, until, today }: { readonly from: string; readonly until: string; readonly today: string },
  heights: Heights,
): { readonly days: readonly AgendaDay[]; readonly height: number } {
  const byDay = new Map<string, Entry[]>();
  if (today >= from && today <= until) byDay.set(today, []);
  for (const entry of entries) {
    const last = entry.lastDay < until ? entry.lastDay : until;
    for (let day = entry.firstDay > from ? entry.firstDay : from; day <= last; day = dayAfter(day)) {
      const there = byDay.get(day);
      if (there) there.push(entry);
      else byDay.set(day, [entry]);
    }
  }
  let height = 0;
  const days = [...byDay]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, there]): AgendaDay => {
      const top = height;
      const rows = there.map((entry, index) => ({ entry, top: heights.head + index * heights.row }));
      height += heights.head + Math.max(heights.least, rows.length * heights.row);
      return { day, top, height: height - top, rows };
    });
  return { days, height };
}

/** Items of a sorted list that overlap a window. */
export function inWindow<Item extends { readonly top: number }>(
  items: readonly Item[],
  heightOf: (item: Item) => number,
  from: number,
  until: number,
): readonly Item[] {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item && item.top + heightOf(item) <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < items.length && (items[end]?.top ?? 0) < until) end++;
  return items.slice(low, end);
}
