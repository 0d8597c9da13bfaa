import type { Sort } from "@kartis/core/cards/schema.ts";

/** What a press on a header does: ascending, descending, none. With `keepOthers` (shift) the column joins the sort instead of being it. */
export function nextSort(sort: readonly Sort[], fieldId: string, keepOthers: boolean): Sort[] {
  const now = sort.find((entry) => entry.fieldId === fieldId);
  const next: Sort[] = !now ? [{ fieldId, direction: "asc" }] : now.direction === "asc" ? [{ fieldId, direction: "desc" }] : [];
  if (!keepOthers) return next;
  if (!now) return [...sort, ...next].slice(0, 5);
  return sort.flatMap((entry) => (entry.fieldId === fieldId ? next : [entry]));
}
