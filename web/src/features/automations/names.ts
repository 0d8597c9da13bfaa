import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { trpc } from "../../lib/api.ts";
import { useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";

const refresh = () => void queryClient.invalidateQueries(trpc.automations.names.pathFilter());

/**
 * The name of an automation: null once it is known that none has that id any more, undefined until then. Asked for only where one is to be named.
 */
export function useAutomationName(isWanted = true): (automationId: string) => string | null | undefined {
  const { data } = useQuery(
    trpc.automations.names.queryOptions({}, { staleTime: 5 * 60_000, enabled: isWanted, meta: { quiet: true } }),
  );
  useLive((message) => {
    if (isWanted && message.kind === "change" && /^automation\.(create|update|delete)$/.test(message.action)) refresh();
  });
  return useCallback((automationId) => (data ? (data[automationId] ?? null) : undefined), [data]);
}
