import type { CardId } from "@kartis/core/kernel/id.ts";
import { useEffect } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

/** Cards that one only walks past by J and K are no visits. */
const stayMilliseconds = 1000;

/** Remembers that one was at this card, once one has stayed. */
export function useVisit(cardId: CardId): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      client.recent.visit.mutate({ cardId }).then(
        () => queryClient.invalidateQueries(trpc.recent.list.pathFilter()),
        // Nobody asked for it, so nobody hears of it.
        () => undefined,
      );
    }, stayMilliseconds);
    return () => clearTimeout(timer);
  }, [cardId]);
}
