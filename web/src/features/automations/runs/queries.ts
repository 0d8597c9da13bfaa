import type { RunId, RunState } from "@kartis/core/automations/run-schema.ts";
import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { trpc } from "../../../lib/api.ts";
import { pacedByPeople, useLive } from "../../../lib/live/live.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { useRunProgress } from "../useRunProgress.ts";

/** In plans without live updates, a run that goes on is polled. */
const pollMs = 2_000;
/** Runs that wait longer than this are not polled. */
const isSoon = (dueAt: string | null): boolean => dueAt === null || Date.parse(dueAt) < Date.now() + 10_000;

interface Open {
  readonly state: RunState;
  readonly dueAt: string | null;
}
const goesOn = ({ state, dueAt }: Open): boolean => state === "running" || (state === "waiting" && isSoon(dueAt));

export const runFilters = ["all", "failed", "skipped", "waiting"] as const;
export type RunFilter = (typeof runFilters)[number];

const runsOptions = (automationId: AutomationId, filter: RunFilter, search: string) =>
  trpc.automations.runs.infiniteQueryOptions(
    { automationId, limit: 50, ...(filter === "all" ? {} : { state: filter }), ...(search === "" ? {} : { search }) },
    {
      placeholderData: keepPreviousData,
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data?.pages.some(({ runs }) => runs.some(goesOn)) ? pollMs : false),
      meta: { quiet: true },
    },
  );

/** The listed runs loaded so far, with navigation between neighbors. */
export function useListedRuns(automationId: AutomationId) {
  const [{ runId, filter, search }, change] = useRunsSearch();
  const query = useInfiniteQuery(runsOptions(automationId, filter, search.trim()));
  const { data } = query;
  // Runs that start while pages are loading shift the pages, which then overlap.
  const runs = data && [...new Map(data.pages.flatMap((page) => page.runs).map((run) => [run.id, run])).values()];
  const at = runs?.findIndex(({ id }) => id === runId) ?? -1;
  /** Opens the neighboring run, or the first; undefined where there is none. */
  const goBy = (by: 1 | -1): (() => void) | undefined => {
    const next = runs?.[at === -1 ? 0 : at + by];
    return next && (() => change({ runId: next.id }));
  };
  return { query, runs, figures: data?.pages[0]?.figures, goBy };
}

export const runOptions = (automationId: AutomationId, runId: RunId) =>
  trpc.automations.run.queryOptions(
    { automationId, runId },
    {
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => (data && goesOn(data) ? pollMs : false),
      meta: { quiet: true },
    },
  );

/** Refetches the runs on screen, and the automation with its figures. */
export const refreshRuns = (): Promise<unknown> =>
  Promise.all([
    queryClient.invalidateQueries(trpc.automations.runs.pathFilter()),
    queryClient.invalidateQueries(trpc.automations.run.pathFilter()),
    queryClient.invalidateQueries(trpc.automations.get.pathFilter()),
  ]);
const refreshSoon = pacedByPeople(() => void refreshRuns());

/** Refetches a run when something that it has created changes: a message is delivered, or is not. */
export function useLiveSubjects(subjects: Readonly<Record<string, unknown>>): void {
  useLive((message) => {
    if (message.kind !== "batch" && message.subject.id in subjects) refreshSoon();
  });
}

/** Refetches the runs on screen when they get further, and on changes of the automation. */
export function useLiveRuns(automationId: AutomationId): void {
  useLive((message) => {
    if (message.kind === "batch" || message.subject.id === automationId) refreshSoon();
  });
  useRunProgress((automationIds) => {
    if (automationIds.includes(automationId)) refreshSoon();
  });
}

const isFilter = (value: unknown): value is RunFilter => runFilters.some((known) => known === value);

interface RunsSearch {
  readonly runId: RunId | undefined;
  readonly filter: RunFilter;
  /** Words in the card's name. */
  readonly search: string;
}

/** The query string. */
export const runsQuery = ({ runId, filter, search }: RunsSearch): string =>
  new URLSearchParams({
    ...(filter === "all" ? {} : { state: filter }),
    ...(search === "" ? {} : { q: search }),
    ...(runId ? { run: runId } : {}),
  }).toString();

/** Filters and selected run in the URL: `/automations/{id}/runs?state=failed&q=golan&run=run_…`. */
export function useRunsSearch(): [RunsSearch, (change: Partial<RunsSearch>) => void] {
  const router = useRouter();
  const asked: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const { run, state, q } = asked;
  const search: RunsSearch = {
    runId: isId("run", run) ? run : undefined,
    filter: isFilter(state) ? state : "all",
    search: typeof q === "string" || typeof q === "number" ? String(q) : "",
  };
  return [
    search,
    (change) => {
      const next = { ...search, ...change };
      const query = runsQuery(next);
      const path = router.state.location.pathname;
      // Opening and closing a run adds a history entry, so that the browser's back button works.
      const isStep = (search.runId === undefined) !== (next.runId === undefined);
      void router.navigate({ to: `${path}${query ? `?${query}` : ""}`, replace: !isStep, resetScroll: false });
    },
  ];
}
