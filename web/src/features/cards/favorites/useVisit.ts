import type { CardId } from "@kartis/core/kernel/id.ts";
import { useEffect } from "react";
import { client, trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

/** Cards passed over with J and K do not count as visits. */
const stayMilliseconds = 1000;

/** Records a visit to this card once the person has stayed for a moment. */
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
