import { trpc } from "../../lib/api.ts";
import { useLive } from "../../lib/live.ts";
import { queryClient } from "../../lib/query-client.ts";

const milliseconds = 500;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps the numbers true while others work: asked for again at most twice a second, however much changes. */
export function useLiveDashboard(): void {
  useLive(() => {
    timer ??= setTimeout(() => {
      timer = undefined;
      for (const path of [trpc.dashboard.pipeline, trpc.dashboard.mine, trpc.audit.search, trpc.cards.types, trpc.views.list])
        void queryClient.invalidateQueries(path.pathFilter());
    }, milliseconds);
  });
}
