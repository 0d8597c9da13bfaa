import type { PastList } from "@kartis/core/as-of/schema.ts";
import type { CardQuery } from "@kartis/core/cards/query/schema.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { pagesAround, pageSize, placeOf } from "../list/pages.ts";
import type { VisibleRange } from "../list/useCardList.ts";

export interface PastQuery extends CardQuery {
  readonly cardTypeId: CardType["id"];
  readonly at: string;
}

const pageOptions = (query: PastQuery, page: number) =>
  trpc.cards.asOf.queryOptions({ ...query, cursor: page * pageSize, limit: pageSize }, { meta: { quiet: true } });

export type CardNow = PastList["now"][Card["id"]];

/** A card as it was. */
export interface PastRow {
  readonly card: Card;
  /** As it is now; undefined for one that is still the same. */
  readonly now: CardNow | undefined;
}

/** A list as of a moment, by the pages that are in view. */
export function usePastList(query: PastQuery, { first, last }: VisibleRange) {
  const head = useQuery({ ...pageOptions(query, 0), placeholderData: keepPreviousData });
  const total = head.data?.total;
  const pages = pagesAround(first, last, total);
  const lists = useQueries({
    queries: pages.map((page) => ({ ...pageOptions(query, page), enabled: !head.isPlaceholderData })),
    combine: (results) => results.map(({ data }) => data),
  });
  function rowAt(index: number): PastRow | undefined {
    const { page, offset } = placeOf(index);
    const list = page === 0 ? head.data : lists[pages.indexOf(page)];
    const card = list?.rows[offset];
    return card && { card, now: list?.now[card.id] };
  }
  return {
    head: head.data,
    total,
    rowAt,
    isSwitching: head.isPlaceholderData,
    error: head.error,
    retry: () => void head.refetch(),
  };
}
