import type { CardType } from "@kartis/core/cards/schema.ts";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { focusPage } from "../../lib/keys/focus-page.ts";
import { useCardTypes } from "./card-types.ts";
import { useCardHref } from "./card-href.ts";

/** SPEC section 9: debounce 200 ms, results fresh for a minute and kept for ten. */
const debounceMilliseconds = 200;
const freshMilliseconds = 60_000;
const keptMilliseconds = 10 * 60_000;

export interface CardSearch {
  /** Text that the results belong to, after debouncing. */
  query: string;
  results: readonly SearchResult[];
  typeOf: (result: SearchResult) => CardType | undefined;
  /** The results are of an earlier text, or none are here yet. */
  isPending: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  /** Opens the card's page. */
  open: (result: SearchResult) => void;
  openInTab: (result: SearchResult) => void;
}

/** Cards by name, mail address or telephone; without a text the ones last worked on. Asks nothing while `isOpen` is false and there is no text. */
export function useCardSearch(text: string, isOpen: boolean): CardSearch {
  const router = useRouter();
  const { types } = useCardTypes();
  const trimmed = text.trim().slice(0, 200);
  const query = useDebounced(trimmed);
  const found = useInfiniteQuery(
    trpc.cards.freeSearch.infiniteQueryOptions(
      { query },
      {
        enabled: isOpen || query !== "",
        getNextPageParam: (page) => page.nextCursor,
        staleTime: freshMilliseconds,
        gcTime: keptMilliseconds,
        placeholderData: keepPreviousData,
        meta: { private: true },
      },
    ),
  );
  const typeOf = (result: SearchResult) => types?.find((type) => type.id === result.cardTypeId);
  const cardHref = useCardHref();
  const hrefOf = ({ id, cardTypeId }: SearchResult) => cardHref(id, cardTypeId);
  return {
    query,
    results: found.data?.pages.flatMap((page) => page.results) ?? [],
    typeOf,
    isPending: query !== trimmed || found.isPlaceholderData || found.isLoading,
    isLoadingMore: found.isFetchingNextPage,
    loadMore: () => void (found.hasNextPage && !found.isFetchingNextPage && found.fetchNextPage()),
    open: (result) => {
      const href = hrefOf(result);
      if (href) void router.navigate({ href }).then(focusPage);
    },
    openInTab: (result) => void window.open(hrefOf(result), "_blank", "noopener"),
  };
}

/** The value once it has stood still; an emptied one at once, since there is nothing to wait for. */
export function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), debounceMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return value === "" ? "" : settled;
}
