import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { trpc } from "../../lib/api.ts";
import { useLive } from "../../lib/live/live.ts";
import { useCan } from "../../lib/permissions.ts";
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

interface NamedAutomation {
  /** As `useAutomationName` has it. */
  readonly name: string | null | undefined;
  /** Its page, for those who may open it. */
  readonly href: string | undefined;
}

/** The automation that made something, to be named there; undefined for what no automation made. */
export function useAutomation(automationId: string | null | undefined): NamedAutomation | undefined {
  const maySee = useCan()(["AUTOMATION", "read"]);
  const nameOf = useAutomationName(Boolean(automationId));
  if (!automationId) return undefined;
  const name = nameOf(automationId);
  return { name, href: maySee && name ? `/automations/${automationId}` : undefined };
}
