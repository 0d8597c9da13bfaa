import { tasksAtOnce } from "@kartis/core/activities/tasks/rules.ts";
import type { Task, TaskPatch, TasksChanged } from "@kartis/core/activities/tasks/schema.ts";
import type { RecordId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { type AppError, errorMessage, errorTitle, toAppError } from "../../../lib/errors.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { currentTranslate, loadFailureWords } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { meOptions } from "../../../lib/session.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { offerUndo } from "../../undo/undo.ts";
import { dueAtOf } from "../../dates/days.ts";
import { type PendingChange, settle, showPending } from "./pending.ts";
import { refreshTasks } from "./refresh.ts";
import { inTurn } from "./saving.ts";

/** Values of a task with the patch applied, before the server answers. */
function shownValues({ attachments: _, ...patch }: TaskPatch): Partial<Task> {
  const organizationZone = queryClient.getQueryData(meOptions().queryKey)?.organization?.timeZone ?? "UTC";
  return {
    ...patch,
    ...(patch.due === undefined ? {} : { dueAt: dueAtOf(patch.due, organizationZone) }),
    ...(patch.done === undefined ? {} : { doneAt: patch.done ? new Date().toISOString() : null }),
  };
}

interface Change {
  readonly task: Task;
  readonly patch: TaskPatch;
  /** Displayed values besides the patch, which refers to files by id. */
  readonly shown?: Pick<Task, "attachments">;
}

/** Changes tasks: shown at once, put back visibly where it fails, with a notification that undoes or retries it. */
export function changeTasks(changes: readonly Change[], message: string): void {
  if (changes.length === 0) return;
  const shown = changes.map(({ task, patch, shown: more }): PendingChange => ({
    taskId: task.id,
    values: { ...shownValues(patch), ...more },
  }));
  showPending(shown);
  void inTurn(async () => {
    const outcome = await send(changes.map(({ task, patch }) => ({ taskId: task.id, ...patch })));
    const refused = changes.filter(({ task }) => !outcome.saved.some(({ id }) => id === task.id));
    const ids = refused.map(({ task }) => task.id);
    settle(shown, outcome.saved, ids);
    offerUndo({ recordIds: outcome.recordIds, message });
    if (outcome.error) await sayFailed(outcome.error, message, () => changeTasks(refused, message));
    await refreshTasks();
  }).catch(reportFailure);
}

interface Sent {
  readonly saved: readonly Task[];
  readonly recordIds: readonly RecordId[];
  /** Why the others are as they were. */
  readonly error: AppError | undefined;
}

const send = (changes: readonly (TaskPatch & { taskId: Task["id"] })[]): Promise<Sent> =>
  inChunks(changes, (part) => client.tasks.updateMany.mutate({ changes: part }));

/** Sends them a part after the other, and gathers what became of each. */
export async function inChunks<T>(all: readonly T[], call: (part: T[]) => Promise<TasksChanged>): Promise<Sent> {
  const saved: Task[] = [];
  const recordIds: RecordId[] = [];
  let error: AppError | undefined;
  for (let at = 0; at < all.length; at += tasksAtOnce) {
    try {
      const { outcomes, recordId } = await call(all.slice(at, at + tasksAtOnce));
      if (recordId) recordIds.push(recordId);
      for (const { task, error: own } of outcomes) {
        if (task) saved.push(task);
        else if (own) error = { text: own.code, ...own };
      }
    } catch (failure) {
      error = toAppError(failure);
      // If the server was not reached, the next tasks will not reach it either.
      break;
    }
  }
  return { saved, recordIds, error };
}

export async function sayFailed(error: AppError, message: string, retry: () => void): Promise<void> {
  await loadFailureWords().catch(() => undefined);
  const t = currentTranslate();
  showToast({
    tone: "error",
    code: `tasks:${error.code}`,
    title: t("tasks.failed", { what: message }),
    message: reasonOf(error),
    action: { label: t("common.retry"), run: retry },
  });
}

/** Why something was refused, in a sentence. Needs the words of failures. */
export function reasonOf(error: AppError): string {
  const [own] = Object.values(error.fields ?? {});
  return (own && currentTranslate().find(own)) ?? (errorMessage(error) || errorTitle(error));
}

/** Saves what was typed, shown at once. Answers why it was not saved: whoever typed it still has it. The words of failures are there by then. */
export async function saveTyped(task: Task, patch: TaskPatch, seen: number, message: string): Promise<AppError | undefined> {
  const shown: PendingChange = { taskId: task.id, values: shownValues(patch) };
  showPending([shown]);
  return inTurn(async () => {
    try {
      const { recordId, ...saved } = await client.tasks.update.mutate({ taskId: task.id, expectedVersion: seen, ...patch });
      settle([shown], [saved]);
      offerUndo({ recordId, message });
      void refreshTasks();
      return undefined;
    } catch (failure) {
      settle([shown], []);
      const error = toAppError(failure);
      if (error.code.startsWith("UNAUTHORIZED")) reportFailure(failure);
      await loadFailureWords().catch(() => undefined);
      // The current value may be someone else's.
      void refreshTasks();
      return error;
    }
  });
}

/** Moves tasks to the trash: they leave the list at once, and come back where that fails. */
export function removeTasks(tasks: readonly Task[]): void {
  if (tasks.length === 0) return;
  const shown = tasks.map((task): PendingChange => ({ taskId: task.id, values: { trashedAt: new Date().toISOString() } }));
  const message = currentTranslate()("tasks.deleted", { count: tasks.length });
  showPending(shown);
  void inTurn(async () => {
    const ids = tasks.map(({ id }) => id);
    const outcome = await inChunks(ids, (taskIds) => client.tasks.removeMany.mutate({ taskIds }));
    const refused = tasks.filter(({ id }) => !outcome.saved.some((task) => task.id === id));
    settle(
      shown,
      outcome.saved,
      refused.map(({ id }) => id),
    );
    offerUndo({ recordIds: outcome.recordIds, message });
    if (outcome.error) await sayFailed(outcome.error, message, () => removeTasks(refused));
    await refreshTasks();
  }).catch(reportFailure);
}
