import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { skipToken, useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { nameOf } from "../records/card-types.ts";
import { isDistinct } from "./distinct.ts";

/** Cards that may be the same as this one, the likeliest first, without those that were said to be others. None where the type has no identifiers. */
export function useSimilarCards(card: Card, type: CardType): readonly SearchResult[] {
  const { data } = useQuery(
    trpc.cards.checkDuplicate.queryOptions(
      type.identifiers.length === 0
        ? skipToken
        : { cardTypeId: type.id, name: nameOf(card), fields: identifying(card, type), exceptCardId: card.id },
      { meta: { quiet: true, private: true } },
    ),
  );
  return [...(data?.duplicates ?? []), ...(data?.similar ?? [])].filter(({ id }) => !isDistinct(card.id, id));
}

/** Values of the fields that identify a card. */
function identifying(card: Card, type: CardType): Record<string, unknown> {
  const fields = type.fields.filter(
    ({ id, type: kind }) => kind === "email" || kind === "phone" || type.identifiers.includes(id),
  );
  return Object.fromEntries(fields.flatMap(({ id }) => (card.fields[id] === undefined ? [] : [[id, card.fields[id]]])));
}
