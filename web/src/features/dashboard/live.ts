import { trpc } from "../../lib/api.ts";
import { pacedByPeople, useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";

const refresh = pacedByPeople(() => {
  for (const path of [trpc.dashboard.pipeline, trpc.dashboard.mine, trpc.audit.search, trpc.cards.types, trpc.views.list])
    void queryClient.invalidateQueries(path.pathFilter());
});

/** Keeps the numbers true while others work. */
export function useLiveDashboard(): void {
  useLive(refresh);
}
