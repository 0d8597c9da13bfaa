import { operators, type Operator } from "@kartis/core/cards/fields/field.ts";
import type { Filter, Sort } from "@kartis/core/cards/schema.ts";

/** What the address of a list says: `?q=`, `?filter=` (JSON of the filter), `?sort=-price,name`. */
export interface ListSearch {
  q?: string;
  filter?: Filter;
  sort?: string;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isOperator = (value: unknown): value is Operator => operators.some((operator) => operator === value);

/** A filter out of an address that anybody may have written; undefined for anything that is none. */
export function readFilter(raw: unknown, depth = 0): Filter | undefined {
  if (!isRecord(raw) || depth > 8) return undefined;
  for (const join of ["all", "any"] as const) {
    if (!(join in raw)) continue;
    const parts = raw[join];
    if (!Array.isArray(parts) || parts.length > 50) return undefined;
    const read = parts.map((part) => readFilter(part, depth + 1));
    const filters = read.filter((part) => part !== undefined);
    if (filters.length !== parts.length) return undefined;
    return join === "all" ? { all: filters } : { any: filters };
  }
  const { fieldId, operator, value } = raw;
  if (typeof fieldId !== "string" || !isOperator(operator)) return undefined;
  return value === undefined ? { fieldId, operator } : { fieldId, operator, value };
}

/** The router's `validateSearch`: takes what is well formed and drops the rest, so that an old or mangled link still opens the list. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const filter = readFilter(raw["filter"]);
  // The router reads `?q=0501` as a number.
  const q = typeof raw["q"] === "string" || typeof raw["q"] === "number" ? String(raw["q"]).slice(0, 200) : "";
  const sort = typeof raw["sort"] === "string" ? printSort(readSort(raw["sort"])) : "";
  return { ...(q ? { q } : {}), ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) };
}

const sortForm = /^-?[A-Za-z0-9_]+$/;

export function readSort(text: string | undefined): Sort[] {
  const seen = new Set<string>();
  return (text ?? "")
    .split(",")
    .filter((part) => sortForm.test(part))
    .map((part): Sort =>
      part.startsWith("-") ? { fieldId: part.slice(1), direction: "desc" } : { fieldId: part, direction: "asc" },
    )
    .filter(({ fieldId }) => !seen.has(fieldId) && seen.add(fieldId))
    .slice(0, 5);
}

export function printSort(sort: readonly Sort[]): string {
  return sort.map(({ fieldId, direction }) => (direction === "desc" ? `-${fieldId}` : fieldId)).join(",");
}

/** What a press on a header does: ascending, descending, none. With `keepOthers` (shift) the column joins the sort instead of being it. */
export function nextSort(sort: readonly Sort[], fieldId: string, keepOthers: boolean): Sort[] {
  const now = sort.find((entry) => entry.fieldId === fieldId);
  const next: Sort[] = !now ? [{ fieldId, direction: "asc" }] : now.direction === "asc" ? [{ fieldId, direction: "desc" }] : [];
  if (!keepOthers) return next;
  if (!now) return [...sort, ...next].slice(0, 5);
  return sort.flatMap((entry) => (entry.fieldId === fieldId ? next : [entry]));
}
