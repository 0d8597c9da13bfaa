import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { Section } from "./sections.ts";

/** Something at a place of the list: the head of a group, a task, or the room of tasks that are not here yet. */
export type Item =
  | {
      readonly kind: "head";
      readonly key: string;
      readonly top: number;
      readonly height: number;
      readonly section: Section;
      readonly isOpen: boolean;
    }
  | { readonly kind: "task"; readonly key: string; readonly top: number; readonly height: number; readonly task: Task }
  | { readonly kind: "rest"; readonly key: string; readonly top: number; readonly height: number };

interface Heights {
  readonly head: number;
  readonly row: number;
}

/** Positions of all elements, from the top of the list. */
export function layoutOf(
  sections: readonly Section[],
  closed: ReadonlySet<string>,
  heights: Heights,
  /** There are tasks that no section counts. */
  hasMore = false,
): { readonly items: readonly Item[]; readonly height: number } {
  const items: Item[] = [];
  let top = 0;
  for (const section of sections) {
    const isOpen = section.kind === "none" || !closed.has(section.name);
    // Without groups there are no headers.
    if (section.kind !== "none") {
      items.push({ kind: "head", key: section.name, top, height: heights.head, section, isOpen });
      top += heights.head;
    }
    if (!isOpen) continue;
    for (const task of section.tasks) {
      items.push({ kind: "task", key: task.id, top, height: heights.row, task });
      top += heights.row;
    }
    const missing = section.count - section.tasks.length;
    if (missing > 0) {
      items.push({ kind: "rest", key: `${section.name}-rest`, top, height: missing * heights.row });
      top += missing * heights.row;
    }
  }
  if (hasMore && !items.some(({ kind }) => kind === "rest")) {
    items.push({ kind: "rest", key: "rest", top, height: heights.row });
    top += heights.row;
  }
  return { items, height: top };
}

/** The items between two heights; those that begin above and end within are among them. */
export function itemsBetween(items: readonly Item[], from: number, until: number): readonly Item[] {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item && item.top + item.height <= from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < items.length && (items[end]?.top ?? 0) < until) end++;
  return items.slice(low, end);
}
