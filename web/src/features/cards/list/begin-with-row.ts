import type { Card } from "@kartis/core/cards/schema.ts";
import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

/**
 * What a card's page begins with when it is opened from a list: its row, unless that version is known. What is known stays as old as it is (setting it again
 * would make it look fresh), and a page that begins with a newer row asks again behind the screen.
 */
export function beginWithRow(row: Card): void {
  const queryKey = trpc.cards.get.queryKey({ id: row.id });
  const known = queryClient.getQueryData(queryKey);
  if (!known) queryClient.setQueryData(queryKey, { ...row, related: {} });
  else if (known.version < row.version) queryClient.setQueryData(queryKey, { ...known, ...row }, { updatedAt: 0 });
}
