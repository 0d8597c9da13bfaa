import type { Card } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { client, trpc } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { queryClient } from "../../../lib/query-client.ts";

export const favoritesOptions = () => trpc.favorites.list.queryOptions({}, { meta: { quiet: true } });
export const recentOptions = () => trpc.recent.list.queryOptions({}, { meta: { quiet: true } });

/** Stars the cards; throws where the server does not let one. */
export async function addFavorites(cardIds: readonly CardId[]): Promise<void> {
  for (const cardId of cardIds) await client.favorites.add.mutate({ cardId });
  await queryClient.invalidateQueries(trpc.favorites.list.pathFilter());
}

/** Whether the card is starred, and a function that toggles it: the star changes immediately, and reverts if saving fails. */
export function useFavorite(card: Card): { isFavorite: boolean; toggle: () => void } {
  const favorites = useQuery(favoritesOptions()).data;
  const isFavorite = favorites?.some(({ id }) => id === card.id) ?? false;

  async function save() {
    const { queryKey } = favoritesOptions();
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (known) => [
      ...(isFavorite ? [] : [card]),
      ...(known ?? []).filter(({ id }) => id !== card.id),
    ]);
    try {
      const { add, remove } = client.favorites;
      await (isFavorite ? remove : add).mutate({ cardId: card.id });
    } catch (failure) {
      reportFailure(failure);
    }
    await queryClient.invalidateQueries(trpc.favorites.list.pathFilter());
  }

  return { isFavorite, toggle: () => void save() };
}
