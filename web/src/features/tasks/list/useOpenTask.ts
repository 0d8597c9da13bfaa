import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { toAppError } from "../../../lib/errors.ts";
import { useCardHref } from "../../records/card-href.ts";
import { shownTask, useShownState } from "../changes/pending.ts";
import { taskOptions } from "../queries.ts";
import type { TaskListState } from "./useTaskList.ts";

interface LinkedCard {
  readonly name: string;
  readonly href: string | undefined;
}

interface OpenTask {
  /** The open task as displayed; undefined while unknown, or if there is none. */
  readonly open: Task | undefined;
  /** The address names a task that is not there, or no longer. */
  readonly isGone: boolean;
  readonly cardOf: (task: Task) => LinkedCard | undefined;
}

/** The task that the address names, which need not be in the list. */
export function useOpenTask(taskId: Task["id"] | undefined, list: Pick<TaskListState, "sections" | "cards">): OpenTask {
  const hrefOf = useCardHref();
  useShownState();
  const listed = list.sections?.flatMap(({ tasks }) => tasks).find(({ id }) => id === taskId);
  const { data, error } = useQuery(taskOptions(taskId));
  const known = listed ?? (data && data.id === taskId ? shownTask(data) : undefined);
  const isTrashed = known?.trashedAt !== null && known !== undefined;
  const names: TaskListState["cards"] = { ...data?.cards, ...list.cards };
  return {
    open: isTrashed ? undefined : known,
    isGone: isTrashed || (error !== null && toAppError(error).code === "NOT_FOUND"),
    cardOf: ({ cardId }) => {
      const card = cardId ? names[cardId] : undefined;
      return card && cardId ? { name: card.name, href: hrefOf(cardId, card.typeId) } : undefined;
    },
  };
}
