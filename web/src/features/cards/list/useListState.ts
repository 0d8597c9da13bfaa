import type { CardQuery, CardType, Filter, Sort } from "@kartis/core/cards/schema.ts";
import { useRouter, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { printSort, readListSearch, readSort, type ListSearch } from "./list-state.ts";

export interface ListState {
  search: ListSearch;
  sort: readonly Sort[];
  query: CardQuery;
  setFilter: (filter: Filter | undefined) => void;
  setSort: (sort: readonly Sort[]) => void;
  setText: (text: string) => void;
}

/** What a list's address says as a query. */
export function queryOf(typeId: CardType["id"] | undefined, { q, filter, sort }: ListSearch): CardQuery {
  return { ...(typeId ? { typeId } : {}), ...(filter ? { filter } : {}), ...(q ? { search: q } : {}), sort: readSort(sort) };
}

/** The list's state is its address: filter, sort and search can be shared and come back with Back. */
export function useListState(typeId: CardType["id"] | undefined): ListState {
  const router = useRouter();
  const raw = useSearch({ strict: false });
  const text = JSON.stringify(readListSearch(raw));
  const { search, query } = useMemo(() => {
    const search = readListSearch(JSON.parse(text));
    return { search, query: queryOf(typeId, search) };
  }, [text, typeId]);

  /**
   * Filters and sorts are steps to go back over; letters of a search are not. What is changed is what the address says now: a search that was
   * typed before a sort was pressed settles after it.
   */
  function set(change: (now: ListSearch) => ListSearch, replace: boolean) {
    const { pathname, search: now } = router.state.location;
    void router.navigate({ to: pathname, search: { ...readListSearch({ ...change(readListSearch(now)) }) }, replace });
  }

  return {
    search,
    sort: query.sort,
    query,
    setFilter: (filter) => set(({ q = "", sort = "" }) => ({ q, sort, ...(filter ? { filter } : {}) }), false),
    setSort: (sort) => set((now) => ({ ...now, sort: printSort(sort) }), false),
    setText: (q) => set((now) => ({ ...now, q }), true),
  };
}
