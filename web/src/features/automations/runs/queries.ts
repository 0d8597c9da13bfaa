import type { AutomationId, RunId, RunState } from "@kartis/core/automations/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useRouter, useSearch } from "@tanstack/react-router";
import { trpc } from "../../../lib/api.ts";
import { pacedByPeople, useLive } from "../../../lib/live/live.ts";
import { queryClient } from "../../../lib/query-client.ts";

/** A run that has begun ends by no change that others hear of, so what is shown of it is asked for again until then. */
const lookMs = 2_000;
/** One that waits for longer goes on no sooner than that. */
const isSoon = (dueAt: string | null): boolean => dueAt === null || Date.parse(dueAt) < Date.now() + 10_000;

/** No change tells of a run that comes to wait, or was not meant for its card: lists of those are asked for now and then. */
const silentMs = 5_000;
const isSilent = (filter: RunFilter): boolean => filter === "waiting" || filter === "skipped";

interface Open {
  readonly state: RunState;
  readonly dueAt: string | null;
}
const goesOn = ({ state, dueAt }: Open): boolean => state === "running" || (state === "waiting" && isSoon(dueAt));

export const runFilters = ["all", "failed", "skipped", "waiting"] as const;
export type RunFilter = (typeof runFilters)[number];

export const runsOptions = (automationId: AutomationId, filter: RunFilter) =>
  trpc.automations.runs.infiniteQueryOptions(
    { automationId, limit: 50, ...(filter === "all" ? {} : { state: filter }) },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) =>
        data?.pages.some(({ runs }) => runs.some(goesOn)) ? lookMs : isSilent(filter) ? silentMs : false,
      meta: { quiet: true },
    },
  );

export const runOptions = (automationId: AutomationId, runId: RunId) =>
  trpc.automations.run.queryOptions(
    { automationId, runId },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && goesOn(data) ? lookMs : false),
      meta: { quiet: true },
    },
  );

/** Asks again for the runs on screen, and for the automation, which counts them. */
export const refreshRuns = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(trpc.automations.runs.pathFilter()),
    queryClient.invalidateQueries(trpc.automations.run.pathFilter()),
    queryClient.invalidateQueries(trpc.automations.get.pathFilter()),
  ]);
const refreshSoon = pacedByPeople(() => void refreshRuns());

/** Keeps the runs on screen up to date: one begins or fails with a change of its automation. */
export function useLiveRuns(automationId: AutomationId): void {
  useLive((message) => {
    if (message.kind === "batch" || message.subject.id === automationId) refreshSoon();
  });
}

const isFilter = (value: unknown): value is RunFilter => runFilters.some((known) => known === value);

/** What is chosen, in the address: `/automations/{id}/runs?state=failed&run=run_…`. */
export function useRunsSearch(): [
  { readonly runId: RunId | undefined; readonly filter: RunFilter },
  (change: { readonly runId?: RunId | undefined; readonly filter?: RunFilter }) => void,
] {
  const router = useRouter();
  const asked: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { run, state } = asked;
  const search = { runId: isId("run", run) ? run : undefined, filter: isFilter(state) ? state : "all" } as const;
  return [
    search,
    (change) => {
      const { runId, filter } = { ...search, ...change };
      const query = new URLSearchParams({
        ...(filter === "all" ? {} : { state: filter }),
        ...(runId ? { run: runId } : {}),
      }).toString();
      const path = router.state.location.pathname;
      // To the list and back to it is a step that the browser's own key takes back.
      const isStep = (search.runId === undefined) !== (runId === undefined);
      void router.navigate({ to: `${path}${query ? `?${query}` : ""}`, replace: !isStep, resetScroll: false });
    },
  ];
}
