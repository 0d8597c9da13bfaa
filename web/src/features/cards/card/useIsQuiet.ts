import type { CardId } from "@kartis/core/kernel/id.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";

/**
 * True for a card on which nothing but its own history has happened; undefined until that is known. It stays as it was when the page was opened: a first
 * comment must not move the page under whoever writes it.
 */
export function useIsQuiet(cardId: CardId): boolean | undefined {
  const { data, isError, isPaused } = useQuery(trpc.timeline.top.queryOptions({ cardId }, { meta: { quiet: true } }));
  const [atFirst, setAtFirst] = useState<boolean>();
  if (atFirst !== undefined) return atFirst;
  if (!data) return isError || isPaused ? false : undefined;
  const { history: _, ...activities } = data.counts;
  const isQuiet = data.upcoming.length === 0 && Object.values(activities).every((count) => count === 0);
  setAtFirst(isQuiet);
  return isQuiet;
}
