import { readsFigures } from "@kartis/core/cards/figures/schema.ts";
import type { Card } from "@kartis/core/cards/schema.ts";
import type { CardList, CardQuery } from "@kartis/core/cards/query/schema.ts";
import { keepPreviousData, useQueries, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { fetchShared } from "../../../lib/query-client.ts";
import { pagesAround, pageSize, placeOf } from "./pages.ts";

/** Query of a list; with figures only if it shows any. */
export type ListQuery = CardQuery & { readonly withFigures?: boolean };

const pageOptions = (query: ListQuery, page: number) =>
  trpc.cards.search.queryOptions(
    { ...query, cursor: page * pageSize, limit: pageSize, sums: [] },
    // Tasks become overdue and meetings begin while nobody writes anything.
    { meta: { quiet: true }, ...(readsFigures(query) ? { refetchInterval: 60_000 } : {}) },
  );

/** Sums are of the whole list and apart from its pages: they are asked for again after an edit, for which no row may move. */
const sumsOptions = (query: ListQuery, sums: readonly string[]) =>
  trpc.cards.search.queryOptions(
    { ...query, cursor: 0, limit: 1, sums: [...sums] },
    { enabled: sums.length > 0, placeholderData: keepPreviousData, meta: { quiet: true, sums: true } },
  );

export interface CardListState {
  /** Query that the rows belong to: the current one, or the previous one while its answer is pending. */
  query: ListQuery;
  total: number | undefined;
  sums: CardList["sums"];
  /** Undefined while its page is not here yet. */
  rowAt: (index: number) => Card | undefined;
  /** The cards of the rows `first…last`; those of pages that are not here are asked for. */
  load: (first: number, last: number) => Promise<readonly (Card | undefined)[]>;
  /** The query has changed and its first page is under way. */
  isSwitching: boolean;
  error: Error | undefined;
  retry: () => void;
}

export interface VisibleRange {
  first: number;
  last: number;
}

interface CombinedPages {
  lists: readonly (CardList | undefined)[];
  error: Error | undefined;
}

const errorOf = (failure: unknown): Error | undefined => (failure instanceof Error ? failure : undefined);

const combinePages = (results: UseQueryResult<CardList, unknown>[]): CombinedPages => ({
  lists: results.map((result) => result.data),
  error: errorOf(results.find((result) => result.data === undefined && result.error)?.error),
});

/**
 * A list of any length by the pages that the scroll window needs. Pages stay in the query cache, so scrolling back asks nothing; when filter, sort or
 * search change, the rows before stay until the first page of the new list is here.
 */
export function useCardList(query: ListQuery, sums: readonly string[], range: VisibleRange): CardListState {
  const queryClient = useQueryClient();
  const first = useQuery({ ...pageOptions(query, 0), placeholderData: keepPreviousData });
  const isSwitching = first.isPlaceholderData;
  const [shown, setShown] = useState(query);
  if (!isSwitching && shown !== query) setShown(query);

  const summed = useQuery(sumsOptions(query, sums));

  const total = first.data?.total;
  const wanted = useSettled(pagesAround(range.first, range.last, total).join(), 60);
  const pages = useMemo(() => [...new Set([0, ...wanted.split(",").map(Number)])], [wanted]);
  const { lists, error } = useQueries({ queries: pages.map((page) => pageOptions(shown, page)), combine: combinePages });

  const rowAt = useMemo(() => {
    const byPage = new Map(pages.map((page, index) => [page, lists[index]]));
    return (index: number) => {
      const { page, offset } = placeOf(index);
      // While one scrolls fast, a page may be in the cache that is not asked for (yet).
      const list = byPage.get(page) ?? queryClient.getQueryData(pageOptions(shown, page).queryKey);
      return list?.rows[offset];
    };
  }, [pages, lists, queryClient, shown]);

  async function load(first: number, last: number): Promise<readonly (Card | undefined)[]> {
    const cards: (Card | undefined)[] = [];
    for (let { page } = placeOf(first); page <= placeOf(last).page; page++) {
      // As they stand on the screen, also when newer ones are on their way: a paste must not build on what its user has not seen.
      const { rows } = await fetchShared({ ...pageOptions(shown, page), staleTime: "static" });
      for (let offset = 0; offset < pageSize; offset++) {
        const index = page * pageSize + offset;
        if (index >= first && index <= last) cards.push(rows[offset]);
      }
    }
    return cards;
  }

  return {
    load,
    query: shown,
    total,
    sums: summed.data?.sums ?? {},
    rowAt,
    isSwitching,
    error: first.data === undefined ? errorOf(first.error) : error,
    retry: () => void queryClient.refetchQueries({ ...trpc.cards.search.pathFilter(), type: "active" }),
  };
}

/** The value once it has stood still: dragging the scroll bar through a long list asks only for where it stops. */
function useSettled(value: string, milliseconds: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
