import type { CardId } from "@kartis/core/kernel/id.ts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { nameOf } from "../records/card-types.ts";

/** The name of a card; undefined without one. */
export function useCardName(cardId: CardId | null): string | undefined {
  const { data } = useQuery(trpc.cards.get.queryOptions(cardId ? { id: cardId } : skipToken, { meta: { quiet: true } }));
  return data && nameOf(data);
}
