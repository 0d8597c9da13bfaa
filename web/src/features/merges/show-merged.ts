import type { Card } from "@kartis/core/cards/schema.ts";
import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { refreshLists, showCard } from "../records/card-cache.ts";

/** Shows the survivor as it is after a merge or an unmerge, and has everything that the other cards appear in asked for again. */
export function showMerged(survivor: Card): void {
  showCard(survivor);
  refreshLists();
  const changed = [trpc.cards.get, trpc.cards.history, trpc.timeline, trpc.cards.merges, trpc.cards.checkDuplicate];
  for (const of of changed) void queryClient.invalidateQueries(of.pathFilter());
}
