import type { Card, HistoryEntry } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { trpc } from "../../../../lib/api.ts";
import { cardAfter } from "./changes.ts";

const historyOptions = (cardId: CardId) =>
  trpc.cards.history.infiniteQueryOptions({ cardId }, { getNextPageParam: (page) => page.nextCursor, meta: { quiet: true } });

export interface PastCard {
  card: Card;
  entry: HistoryEntry;
}

/** The card as it was after a record, counted back from now; undefined without a record, or while its part of the history is not here. */
export function usePast(card: Card, recordId: string | undefined): PastCard | undefined {
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    ...historyOptions(card.id),
    enabled: recordId !== undefined,
  });
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const entry = entries.find((candidate) => candidate.recordId === recordId);
  const isFurtherBack = recordId !== undefined && data !== undefined && !entry && hasNextPage && !isFetching;
  useEffect(() => {
    if (isFurtherBack) void fetchNextPage();
  }, [isFurtherBack, fetchNextPage]);
  return entry && { card: cardAfter(card, entries, entry), entry };
}
