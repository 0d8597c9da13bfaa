import type { Task, TaskPatch } from "@kartis/core/activities/tasks/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate, loadFailureWords } from "../../../lib/i18n.tsx";
import { offerUndo } from "../../undo/undo.ts";
import { readTasksSearch, taskListHref } from "../search.ts";
import { reasonOf } from "./change.ts";
import { learnTask } from "./pending.ts";
import { refreshTasks } from "./refresh.ts";
import { inTurn } from "./saving.ts";

export type NewTask = TaskPatch & Pick<Task, "title" | "due">;

interface Failure {
  readonly reason: string;
  /** False where nobody has said no: there was no answer, or nobody is signed in. */
  readonly isRefused: boolean;
}

/** Creates a task. Answers why that failed. */
export const createTask = (task: NewTask, taskId: ActivityId): Promise<Failure | undefined> =>
  inTurn(async () => {
    try {
      const { checklist: _, ...values } = task;
      const { recordId, ...made } = await client.tasks.create.mutate({ ...values, taskId });
      learnTask(made);
      const t = currentTranslate();
      offerUndo({
        recordId,
        message: t("tasks.created"),
        notice: { link: { label: t("common.open"), href: openHref(made.id) } },
      });
      await refreshTasks();
      return undefined;
    } catch (failure) {
      const error = toAppError(failure);
      const isSignedOut = error.code.startsWith("UNAUTHORIZED");
      if (isSignedOut) reportFailure(failure);
      await loadFailureWords().catch(() => undefined);
      return { reason: reasonOf(error), isRefused: !isSignedOut && error.code !== "HTTP_ERROR" };
    }
  });

/** The task beside the list one is in, or else beside the list that has every task. */
const openHref = (task: ActivityId): string =>
  taskListHref(
    location.pathname === "/tasks"
      ? { ...readTasksSearch(Object.fromEntries(new URLSearchParams(location.search))), task }
      : { list: "team", task },
  );
