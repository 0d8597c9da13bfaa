import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { meOptions } from "../../../lib/session.ts";
import { shownTask } from "../../tasks/changes/pending.ts";
import { wallOfDue, useToday } from "../../dates/days.ts";
import { type TaskPages, useTaskPages } from "../../tasks/queries.ts";

export interface MyDue extends Pick<TaskPages, "error" | "retry"> {
  readonly today: string;
  /** The person's open tasks that are overdue or due today, and those ticked off here since; undefined until they are known. */
  readonly tasks: readonly Task[] | undefined;
  readonly total: number;
}

/** One question for both lists of the day. */
export function useMyDue(isAsked: boolean): MyDue {
  const today = useToday();
  const userId = useQuery(meOptions()).data?.user.id;
  const pages = useTaskPages(isAsked && userId ? { assignedTo: [userId], dueUntil: today } : undefined);
  const rows = pages.rows?.map(shownTask);
  const isHere = (task: Task) => task.trashedAt === null && task.assignedTo === userId && wallOfDue(task.due).day <= today;
  const tasks = rows?.filter(isHere);
  const gone = (rows?.length ?? 0) - (tasks?.filter(({ done }) => !done).length ?? 0);
  return { today, tasks, total: Math.max(0, pages.total - gone), error: pages.error, retry: pages.retry };
}
