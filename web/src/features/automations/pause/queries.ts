import { useMutation, useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { refreshUpcoming } from "../queries.ts";

const pausedOptions = () => trpc.automations.paused.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Whether all automations of the organization are paused; undefined while loading. */
export const usePauseState = () => useQuery(pausedOptions()).data;

/** Pauses or resumes all automations. */
export function useSetPaused(onDone?: () => void) {
  const t = useT();
  return useMutation(
    trpc.automations.setPaused.mutationOptions({
      onSuccess: (state) => {
        queryClient.setQueryData(pausedOptions().queryKey, state);
        void refreshUpcoming();
        showToast({ tone: "success", title: t(state.isPaused ? "automations.pauseAll.done" : "automations.pauseAll.resumed") });
        onDone?.();
      },
    }),
  );
}
