import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { trpc } from "../../lib/api.ts";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";

export const automationsOptions = () => trpc.automations.list.queryOptions({}, { meta: { quiet: true } });
export const automationOptions = (automationId: AutomationId) =>
  trpc.automations.get.queryOptions({ automationId }, { staleTime: 0, meta: { quiet: true } });

/** All cached queries about automations. */
export const refreshAutomations = () => queryClient.invalidateQueries(trpc.automations.pathFilter());

/** Updates the cache with an automation that was just saved, ahead of the refetch. */
export function noteSaved(automation: RouterOutputs["automations"]["get"]): void {
  queryClient.setQueryData(automationOptions(automation.id).queryKey, automation);
  queryClient.setQueryData(automationsOptions().queryKey, (before) =>
    before?.map((one) => (one.id === automation.id ? automation : one)),
  );
  void queryClient.invalidateQueries(trpc.automations.list.pathFilter());
  void queryClient.invalidateQueries(trpc.automations.versions.pathFilter());
}

const refresh = pacedByPeople(() => void refreshAutomations());

/** A run's start is announced, but the figures change when it ends, so they are refetched at these intervals; most runs have ended by the first. */
const runMs = [2_000, 8_000, 30_000] as const;

/** Refetches automations and their figures when they change or run. */
export function useLiveAutomations(): void {
  useLive((message) => {
    if (message.kind !== "change" || !message.action.startsWith("automation.")) return;
    refresh();
    if (message.action === "automation.execute") for (const ms of runMs) setTimeout(refresh, ms);
  });
}
