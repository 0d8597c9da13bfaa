import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { trpc } from "../../lib/api.ts";
import { useLive } from "../../lib/live/live.ts";
import { useCan } from "../../lib/permissions.ts";
import { queryClient } from "../../lib/query-client.ts";

const refresh = () => void queryClient.invalidateQueries(trpc.automations.names.pathFilter());

/**
 * Looks up automations' names by id: null if none exists with that id, undefined while loading. Fetches only if `isWanted`.
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

interface NamedAutomation {
  /** As returned by `useAutomationName`. */
  readonly name: string | null | undefined;
  /** Its page; undefined for those who may not open it. */
  readonly href: string | undefined;
}

/** The automation with this id, to be named beside what it created; undefined without an id. */
export function useAutomation(automationId: string | null | undefined): NamedAutomation | undefined {
  const maySee = useCan()(["AUTOMATION", "read"]);
  const nameOf = useAutomationName(Boolean(automationId));
  if (!automationId) return undefined;
  const name = nameOf(automationId);
  return { name, href: maySee && name ? `/automations/${automationId}` : undefined };
}
