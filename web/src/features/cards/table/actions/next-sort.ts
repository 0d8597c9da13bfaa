import type { Sort } from "@kartis/core/cards/query/schema.ts";

/** Sort after a click on a header: ascending, descending, none. With `keepOthers` (Shift) the column is added to the sort instead of replacing it. */
export function nextSort(sort: readonly Sort[], fieldId: string, keepOthers: boolean): Sort[] {
  const now = sort.find((entry) => entry.fieldId === fieldId);
  const next: Sort[] = !now ? [{ fieldId, direction: "asc" }] : now.direction === "asc" ? [{ fieldId, direction: "desc" }] : [];
  if (!keepOthers) return next;
  if (!now) return [...sort, ...next].slice(0, 5);
  return sort.flatMap((entry) => (entry.fieldId === fieldId ? next : [entry]));
}
