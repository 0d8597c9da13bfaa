import type { CardId } from "@kartis/core/kernel/id.ts";
import type { TimelineEntry, TimelinePage } from "@kartis/core/timeline/schema.ts";
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { client, trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { withThreadsJoined } from "./threads.ts";
import type { TimelineView } from "./view.ts";

const pageSize = 50;

const inputOf = (cardId: CardId, { channels, order }: TimelineView) => ({
  cardId,
  order,
  limit: pageSize,
  ...(channels.length > 0 ? { channels: [...channels] } : {}),
});

const listOptions = (cardId: CardId, view: TimelineView) =>
  trpc.timeline.list.infiniteQueryOptions(inputOf(cardId, view), {
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });

/** The timeline as far as it has been asked for, each entry once, in no order. */
export function useTimeline(cardId: CardId, view: TimelineView) {
  const query = useInfiniteQuery(listOptions(cardId, view));
  const entries = useMemo(() => query.data && distinct(query.data.pages.flatMap((page) => page.entries)), [query.data]);
  return { query, entries };
}

const distinct = (entries: readonly TimelineEntry[]): readonly TimelineEntry[] =>
  withThreadsJoined([...new Map(entries.map((entry) => [entry.id, entry])).values()]);

export const useTop = (cardId: CardId) => useQuery(trpc.timeline.top.queryOptions({ cardId }, { meta: { quiet: true } })).data;

/** Up to this many pages are refetched together; of more, only those that may have changed. */
const fewPages = 4;

/** Asks again for what may have changed: by others' writing, or one's own. */
export async function refreshTimeline(cardId: CardId, view: TimelineView, changedId?: string): Promise<void> {
  void queryClient.invalidateQueries(trpc.timeline.top.queryFilter({ cardId }));
  void queryClient.invalidateQueries(trpc.timeline.typing.queryFilter({ cardId }));
  void queryClient.invalidateQueries(trpc.comments.replies.pathFilter());
  const { queryKey } = listOptions(cardId, view);
  const data = queryClient.getQueryData<InfiniteData<TimelinePage, string | null>>(queryKey);
  const pages = data?.pages ?? [];
  const holds = ({ id, ...entry }: TimelineEntry) =>
    id === changedId || (entry.kind === "activity" && (entry.thread?.rows.some((row) => row.id === changedId) ?? false));
  const held = pages.findIndex(({ entries }) => entries.some(holds));
  // Of a long timeline every page would be one request.
  if (!data || pages.length <= fewPages || (changedId !== undefined && held === -1 && view.order === "oldest"))
    return queryClient.invalidateQueries(trpc.timeline.list.pathFilter());
  const asked = [...new Set([0, ...(held > 0 ? [held] : [])])];
  const fresh = new Map(
    await Promise.all(
      asked.map(async (index) => {
        const cursor = data.pageParams[index];
        const page = await client.timeline.list.query({ ...inputOf(cardId, view), ...(cursor ? { cursor } : {}) });
        return [index, page] as const;
      }),
    ),
  );
  queryClient.setQueryData<InfiniteData<TimelinePage, string | null>>(
    queryKey,
    (now) => now && { ...now, pages: now.pages.map((page, index) => merged(page, fresh.get(index))) },
  );
}

/** The page as it is now, with what new entries have pushed beyond its end: the next page begins where it began. */
function merged(page: TimelinePage, fresh: TimelinePage | undefined): TimelinePage {
  if (!fresh) return page;
  const end = fresh.entries.at(-1);
  const known = new Set(fresh.entries.map(({ id }) => id));
  const beyond = fresh.nextCursor && end ? page.entries.filter(({ id, at }) => at < end.at && !known.has(id)) : [];
  return { entries: [...fresh.entries, ...beyond], related: { ...page.related, ...fresh.related }, nextCursor: page.nextCursor };
}
