import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TaskOrder } from "@kartis/core/activities/tasks/rules.ts";
import type { Task, TaskGroup, TaskSection } from "@kartis/core/activities/tasks/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { trpc } from "../../lib/api.ts";
import { zone } from "../dates/days.ts";
import type { AskedFilter } from "./filter/asked.ts";

const pageSize = 100;

const pagesOptions = (filter: AskedFilter | undefined, order: Partial<TaskOrder>) =>
  trpc.tasks.list.infiniteQueryOptions(
    { ...filter, ...order, timeZone: zone, limit: pageSize },
    {
      getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
      enabled: filter !== undefined,
      placeholderData: keepPreviousData,
      meta: { quiet: true },
    },
  );

export interface TaskPages {
  /** Undefined until the first answer. */
  readonly rows: readonly Task[] | undefined;
  readonly cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
  /** How many comments there are on a task; tasks without any are absent. */
  readonly comments: Readonly<Record<string, number>>;
  readonly total: number;
  readonly groups: Readonly<Record<TaskGroup, number>>;
  readonly sections: readonly TaskSection[];
  readonly mergedCards: Readonly<Record<CardId, CardId>>;
  readonly isSwitching: boolean;
  /** Why there are no rows; null where there are, or will be. */
  readonly error: unknown;
  readonly retry: () => void;
  /** Asks for the next page; answers all rows that are here then. */
  readonly more: () => Promise<readonly Task[]>;
  readonly canHaveMore: boolean;
}

const nothing: Readonly<Record<TaskGroup, number>> = { overdue: 0, today: 0, tomorrow: 0, later: 0 };

const noSections: readonly TaskSection[] = [];

/** Without duplicates: while others work, a task may appear on two pages. */
const distinct = (tasks: readonly Task[]): readonly Task[] => [...new Map(tasks.map((task) => [task.id, task])).values()];

/** The tasks of a filter, page after page as the list is scrolled. Without a filter there are none. */
export function useTaskPages(filter: AskedFilter | undefined, order: Partial<TaskOrder> = {}): TaskPages {
  const query = useInfiniteQuery(pagesOptions(filter, order));
  const isAsked = filter !== undefined;
  const pages = useMemo(() => (isAsked ? query.data?.pages : []), [isAsked, query.data]);
  const rows = useMemo(() => pages && distinct(pages.flatMap((page) => page.rows)), [pages]);
  const cards = useMemo(() => Object.assign({}, ...(pages ?? []).map((page) => page.cards)), [pages]);
  const comments = useMemo(() => Object.assign({}, ...(pages ?? []).map((page) => page.comments)), [pages]);
  const mergedCards = useMemo(() => Object.assign({}, ...(pages ?? []).map((page) => page.mergedCards)), [pages]);
  const [first] = pages ?? [];
  return {
    rows,
    cards,
    comments,
    total: first?.total ?? 0,
    groups: first?.groups ?? nothing,
    sections: first?.sections ?? noSections,
    mergedCards,
    isSwitching: query.isPlaceholderData,
    error: query.data ? null : query.error,
    retry: () => void query.refetch(),
    canHaveMore: filter !== undefined && query.hasNextPage,
    more: async () => distinct((await query.fetchNextPage()).data?.pages.flatMap(({ rows }) => rows) ?? []),
  };
}

/** Number of tasks that match a filter. */
export function useTaskTotal(filter: AskedFilter | undefined): number | undefined {
  const { data } = useQuery(
    trpc.tasks.list.queryOptions(
      { ...filter, timeZone: zone, limit: 1 },
      { enabled: filter !== undefined, placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  return filter === undefined ? 0 : data?.total;
}

export const countsOptions = () => trpc.tasks.counts.queryOptions({ timeZone: zone }, { meta: { quiet: true } });

/** One task, with the name of its card. */
export const taskOptions = (taskId: Task["id"] | undefined) =>
  trpc.tasks.get.queryOptions(
    { taskId: taskId ?? "act_" },
    { enabled: taskId !== undefined, meta: { quiet: true }, retry: false },
  );
