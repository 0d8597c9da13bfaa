import type { Card } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { trpc } from "../../../lib/api.ts";
import { queryOfAddress } from "../list/useListState.ts";

export interface Neighbours {
  previousId: CardId | null;
  nextId: CardId | null;
  /** Counted from 1; null if the card is not in the list that it was opened from. */
  position: number | null;
  total: number;
}

/** The cards before and after this one in the order of the list it was opened from; both are prefetched. */
export function useNeighbours(card: Card, listHref: string): Neighbours | undefined {
  const queryClient = useQueryClient();
  const { typeId } = card;
  const query = useMemo(
    () => queryOfAddress(listHref.split("?")[0] === "/cards" ? undefined : typeId, listHref),
    [listHref, typeId],
  );
  const { data } = useQuery(
    trpc.cards.neighbours.queryOptions(
      { ...query, cardId: card.id },
      { placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  useEffect(() => {
    for (const cardId of [data?.nextId, data?.previousId]) {
      if (!cardId) continue;
      void queryClient.prefetchQuery(trpc.cards.get.queryOptions({ id: cardId }, { meta: { quiet: true } }));
      // And where they lead, so that J can be pressed as fast as one likes.
      void queryClient.prefetchQuery(trpc.cards.neighbours.queryOptions({ ...query, cardId }, { meta: { quiet: true } }));
    }
  }, [data?.nextId, data?.previousId, query, queryClient]);
  return data;
}
