import type { CallFolder, ListCallsInput } from "@kartis/core/voip/schema.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { pacedByPeople } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";

export type CallFilters = Pick<ListCallsInput, "direction" | "status" | "userId" | "query">;

export const voipSettingsOptions = () => trpc.voip.settings.queryOptions({}, { staleTime: 0, meta: { quiet: true } });
export const standingOptions = () => trpc.voip.standing.queryOptions({}, { staleTime: 60_000, meta: { quiet: true } });
export const currentOptions = () => trpc.voip.current.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

export const callsOptions = (folder: CallFolder, filters: CallFilters) =>
  trpc.voip.list.infiniteQueryOptions(
    { folder, ...filters, limit: 50 },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, placeholderData: keepPreviousData, meta: { quiet: true } },
  );

/** Number of calls in each folder. */
export const callCountsOptions = () => trpc.voip.list.queryOptions({ limit: 1 }, { meta: { quiet: true } });

/** Everything about the connection, here and wherever calls are placed. */
export const refreshVoip = () => queryClient.invalidateQueries(trpc.voip.pathFilter());

export const refreshCalls = pacedByPeople(() => {
  void queryClient.invalidateQueries(trpc.voip.list.pathFilter());
  void queryClient.invalidateQueries(trpc.voip.members.pathFilter());
});
