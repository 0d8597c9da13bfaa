import { operators, type Operator } from "@kartis/core/cards/fields/field.ts";
import type { Filter, Sort } from "@kartis/core/cards/query/schema.ts";
import { currentUser } from "@kartis/core/views/rules.ts";
import { momentOf } from "@kartis/core/cards/query/relative-days.ts";
import type { ViewColumn, ViewState } from "@kartis/core/views/schema.ts";

/**
 * State in the address of a list: `?view=` and what differs from that view. `?q=`, `?filter=` (JSON of the filter), `?sort=-price,name`,
 * `?display=kanban` or `calendar`, `?by=` (the lanes' field), `?date=` (the calendar's), `?group=`, `?columns=name:216,-owner` (in this order, hidden ones with a hyphen), `?sums=`.
 * What is absent is as the view has it; `none`, and a filter of no conditions, say that it is not.
 */
export interface ListSearch {
  view?: string;
  q?: string;
  filter?: Filter;
  sort?: string;
  display?: ViewState["display"];
  by?: string;
  date?: string;
  group?: string;
  columns?: string;
  sums?: string;
  /** Days that a calendar shows, in its own format; views have none. */
  at?: string;
  /** The moment as of which the list is shown; views have none. */
  asOf?: string;
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

const text = (raw: unknown, most = 4_000): string | undefined =>
  typeof raw === "string" || typeof raw === "number" ? String(raw).slice(0, most) : undefined;
const idForm = /^[A-Za-z0-9_]+$/;
const idIn = (raw: unknown): string | undefined => (typeof raw === "string" && idForm.test(raw) ? raw : undefined);

/** The router's `validateSearch`: keeps the well-formed parts and drops the rest, so that an old or mangled link still opens the list. */
export function readListSearch(raw: Record<string, unknown>): ListSearch {
  const view = text(raw["view"], 80);
  const filter = readFilter(raw["filter"]);
  // The router reads `?q=0501` as a number.
  const q = text(raw["q"], 200);
  const sort = text(raw["sort"]);
  const columns = text(raw["columns"]);
  const sums = text(raw["sums"]);
  const at = text(raw["at"], 20);
  const asOf = instantIn(raw["asOf"]);
  const [by, date, group] = [idIn(raw["by"]), idIn(raw["date"]), idIn(raw["group"])];
  const { display } = raw;
  const sorted = sort === none ? none : sort && printSort(readSort(sort));
  const listed = columns && printColumns(readColumns(columns));
  const summed = sums === none ? none : sums && readIds(sums).join();
  return {
    ...(view ? { view } : {}),
    // Without a view an empty search is no search; with one, it may be the view's own search that was cleared.
    ...(q || (view && q !== undefined) ? { q } : {}),
    ...(filter ? { filter } : {}),
    ...(sorted ? { sort: sorted } : {}),
    ...(display === "table" || display === "kanban" || display === "calendar" ? { display } : {}),
    ...(by ? { by } : {}),
    ...(date ? { date } : {}),
    ...(group ? { group } : {}),
    ...(listed ? { columns: listed } : {}),
    ...(summed ? { sums: summed } : {}),
    ...(at ? { at } : {}),
    ...(asOf ? { asOf } : {}),
  };
}

const instantIn = (raw: unknown): string | undefined =>
  typeof raw === "string" && Date.parse(raw) >= 0 ? new Date(raw).toISOString() : undefined;

/** Value in an address for none, where the view has one. */
const none = "none";

const columnForm = /^(-?)([A-Za-z0-9_]+)(?::(\d{2,3}))?$/;

function readColumns(text: string): ViewColumn[] {
  const seen = new Set<string>();
  return text.split(",").flatMap((part): ViewColumn[] => {
    const [, hidden, fieldId, width] = columnForm.exec(part) ?? [];
    if (fieldId === undefined || seen.has(fieldId)) return [];
    seen.add(fieldId);
    return [{ fieldId, ...(width ? { width: clampWidth(Number(width)) } : {}), ...(hidden ? { hidden: true } : {}) }];
  });
}

const printColumns = (columns: readonly ViewColumn[]): string =>
  columns.map(({ fieldId, width, hidden }) => `${hidden ? "-" : ""}${fieldId}${width ? `:${width}` : ""}`).join();

const readIds = (text: string): string[] => [...new Set(text.split(",").filter((part) => idForm.test(part)))].slice(0, 20);

const minWidth = 80;
const maxWidth = 480;
export const clampWidth = (width: number): number => Math.round(Math.min(maxWidth, Math.max(minWidth, width)));

/** A list without a view. */
export const plainView: ViewState = { display: "table", sort: [] };

const hasNone = (filter: Filter): boolean =>
  "all" in filter ? filter.all.length === 0 : "any" in filter && filter.any.length === 0;

/** The view's state with the changes from the address applied. */
export function stateOf(search: ListSearch, view: ViewState): ViewState {
  const filter = search.filter ?? view.filter;
  const text = search.q ?? view.search;
  const groupBy = search.group ?? view.groupBy;
  const kanbanBy = search.by ?? view.kanbanBy;
  const calendarBy = search.date ?? view.calendarBy;
  const columns = search.columns === undefined ? view.columns : readColumns(search.columns);
  const sums = search.sums === undefined ? view.sums : search.sums === none ? [] : readIds(search.sums);
  return {
    display: search.display ?? view.display,
    sort: search.sort === undefined ? view.sort : search.sort === none ? [] : readSort(search.sort),
    ...(filter && !hasNone(filter) ? { filter } : {}),
    ...(text ? { search: text } : {}),
    ...(groupBy && groupBy !== none ? { groupBy } : {}),
    ...(kanbanBy && kanbanBy !== none ? { kanbanBy } : {}),
    ...(calendarBy && calendarBy !== none ? { calendarBy } : {}),
    ...(columns ? { columns } : {}),
    ...(sums ? { sums } : {}),
  };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The parts in which two states differ. */
export function differences(state: ViewState, view: ViewState): (keyof ViewState)[] {
  const parts = ["filter", "search", "sort", "display", "kanbanBy", "calendarBy", "groupBy", "columns", "sums"] as const;
  return parts.filter((part) => !same(state[part], view[part]));
}

/** The inverse of `stateOf`: an address says no more than what differs from the view. */
export function searchOf(state: ViewState, view: ViewState, slug: string | undefined): ListSearch {
  const differing = new Set(differences(state, view));
  const part = <Part extends object>(name: keyof ViewState, make: () => Part): Part | object =>
    differing.has(name) ? make() : {};
  return {
    ...(slug === undefined ? {} : { view: slug }),
    ...part("search", () => ({ q: state.search ?? "" })),
    ...part("filter", () => ({ filter: state.filter ?? { all: [] } })),
    ...part("sort", () => ({ sort: state.sort.length === 0 ? none : printSort(state.sort) })),
    ...part("display", () => ({ display: state.display })),
    ...part("kanbanBy", () => ({ by: state.kanbanBy ?? none })),
    ...part("calendarBy", () => ({ date: state.calendarBy ?? none })),
    ...part("groupBy", () => ({ group: state.groupBy ?? none })),
    ...part("columns", () => ({ columns: printColumns(state.columns ?? []) })),
    ...part("sums", () => ({ sums: !state.sums || state.sums.length === 0 ? none : state.sums.join() })),
  };
}

/** The filter with the person's own id where it says "me", and with the day where it says how far from today. */
export function withMe(filter: Filter, userId: string, now = new Date()): Filter {
  if ("all" in filter) return { all: filter.all.map((part) => withMe(part, userId, now)) };
  if ("any" in filter) return { any: filter.any.map((part) => withMe(part, userId, now)) };
  const put = (value: unknown): unknown => (value === currentUser ? userId : momentOf(value, now));
  const { value } = filter;
  return value === undefined ? filter : { ...filter, value: Array.isArray(value) ? value.map(put) : put(value) };
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
