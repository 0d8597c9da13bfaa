import type { AutomationId } from "@kartis/core/automations/schema.ts";
import type { LiveMessage } from "@kartis/core/realtime/schema.ts";
import { trpc } from "../../lib/api.ts";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { useRunProgress } from "./useRunProgress.ts";

export const automationsOptions = () => trpc.automations.list.queryOptions({}, { meta: { quiet: true } });
/** Asked seldom: the answer goes through all cards, for each automation with dates. */
export const upcomingOptions = () => trpc.automations.upcoming.queryOptions({}, { staleTime: 60_000, meta: { quiet: true } });
export const automationOptions = (automationId: AutomationId) =>
  trpc.automations.get.queryOptions({ automationId }, { staleTime: 0, meta: { quiet: true } });

/** All cached queries about automations. */
export const refreshAutomations = () => queryClient.invalidateQueries(trpc.automations.pathFilter());

/** When automations start next, which depends on whether they are on. */
export const refreshUpcoming = () => queryClient.invalidateQueries(trpc.automations.upcoming.pathFilter());

/** The automations with the figures of their runs. */
const refreshFigures = () =>
  Promise.all([
    queryClient.invalidateQueries(trpc.automations.list.pathFilter()),
    queryClient.invalidateQueries(trpc.automations.get.pathFilter()),
  ]);

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
const refreshRan = pacedByPeople(() => void refreshFigures());

/** What is recorded of a run; everything else is about the automation. */
const ofRuns: readonly string[] = ["automation.execute", "automation.fail"];

/** Types, which automations name, and whose fields their problems are about. */
const isOfType = (message: LiveMessage): boolean =>
  message.kind === "batch" ? /^(cardType|field)\./.test(message.action) : message.subject.kind === "cardType";

/** Refetches automations when they or card types change, and their figures alone when they run, which can be every second. */
export function useLiveAutomations(): void {
  useLive((message) => {
    if (isOfType(message)) {
      void queryClient.invalidateQueries(trpc.cards.types.pathFilter());
      refresh();
    }
    if (message.kind === "change" && message.action.startsWith("template.")) {
      void queryClient.invalidateQueries(trpc.automations.templates.pathFilter());
      refresh();
    }
    if (message.kind !== "change" || !message.action.startsWith("automation.")) return;
    if (ofRuns.includes(message.action)) refreshRan();
    else refresh();
  });
  useRunProgress(refreshRan);
}
