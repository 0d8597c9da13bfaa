import type { SearchResult } from "@kartis/core/cards/query/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useCan } from "../../../lib/permissions.ts";
import { useDebounced } from "../../records/useCardSearch.ts";

const minuteMs = 60_000;
const none: readonly SearchResult[] = [];

/** The cards whose whole name stands in the line; those of the line before, until the answer has come. */
export function useNamedCards(text: string, isAsked: boolean): readonly SearchResult[] {
  const asked = useDebounced(text.trim());
  const isAllowed = useCan()(["CARDS", "read"]);
  const { data } = useQuery(
    trpc.cards.namedIn.queryOptions(
      { text: asked },
      {
        enabled: isAsked && isAllowed && asked !== "",
        staleTime: minuteMs,
        placeholderData: keepPreviousData,
        meta: { private: true },
      },
    ),
  );
  return isAsked && asked !== "" ? (data?.cards ?? none) : none;
}
