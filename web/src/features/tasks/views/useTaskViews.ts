import type { TaskView } from "@kartis/core/task-views/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { meOptions } from "../../../lib/session.ts";

const taskViewsOptions = () => trpc.taskViews.list.queryOptions({}, { staleTime: 10_000, meta: { quiet: true } });

const noViews: readonly TaskView[] = [];

/** The saved views of tasks, and whether they have loaded. Somebody who may read no views, or no tasks, has none. */
export function useTaskViews(): { views: readonly TaskView[]; isKnown: boolean } {
  // Until the session is known, nobody is allowed anything.
  const isAsked = useQuery(meOptions()).data !== undefined;
  const can = useCan();
  const isAllowed = can(["CARDS_TABLE_VIEWS", "read"]) && can(["TASKS", "read"]);
  const { data, isPending } = useQuery({ ...taskViewsOptions(), enabled: isAllowed });
  return { views: data ?? noViews, isKnown: isAsked && (!isAllowed || !isPending) };
}

export const knownTaskViews = (): readonly TaskView[] => queryClient.getQueryData(taskViewsOptions().queryKey) ?? noViews;

export const knownTaskView = (viewId: string | undefined): TaskView | undefined =>
  viewId === undefined
    ? undefined
    : queryClient.getQueryData(taskViewsOptions().queryKey)?.find(({ id }: TaskView) => id === viewId);

export const refreshTaskViews = (): Promise<void> => queryClient.invalidateQueries(trpc.taskViews.list.pathFilter());
