import type { CardId } from "@kartis/core/kernel/id.ts";
import { queryClient } from "../../lib/query-client.ts";

/**
 * Forgets cards that are gone for good: no answer that this browser keeps, in memory or on disk, holds anything of them. What is on the screen is asked for
 * again. An answer is about a card also when only the question names it: the history of a card says what its values were, not whose.
 */
export async function forgetCards(cardIds: readonly CardId[]): Promise<void> {
  const holds = ({ queryKey, state }: { readonly queryKey: unknown; readonly state: { readonly data?: unknown } }) => {
    const all = JSON.stringify([queryKey, state.data]);
    return cardIds.some((id) => all.includes(id));
  };
  queryClient.removeQueries({ type: "inactive", predicate: holds });
  await queryClient.invalidateQueries({ predicate: holds });
  // A page that was left meanwhile has given up asking, and one that could not ask still shows it.
  queryClient.removeQueries({ type: "inactive", predicate: holds });
  await queryClient.resetQueries({ type: "active", predicate: holds });
}
