import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { useSyncExternalStore } from "react";

/** A change that is shown before the server has answered. */
export interface PendingChange {
  readonly taskId: ActivityId;
  readonly values: Partial<Task>;
}

/*
 * Answers in the query cache stay as they came; what has been changed here since lies over them. So a list that is asked for again in the middle of a change
 * does not show the old value, and a change that fails only has to be taken away.
 */
let pending: readonly PendingChange[] = [];
const answered = new Map<ActivityId, Task>();
const failed = new Set<ActivityId>();
let state = 0;
const subscribers = new Set<() => void>();

function notify(): void {
  state++;
  for (const subscriber of subscribers) subscriber();
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

export function showPending(changes: readonly PendingChange[]): void {
  for (const { taskId } of changes) failed.delete(taskId);
  pending = [...pending, ...changes];
  notify();
}

/** Time for which a reverted value is marked. */
const failedMilliseconds = 2000;

/** Ends changes: by the tasks that the server answered with, or without where it refused them. */
export function settle(changes: readonly PendingChange[], tasks: readonly Task[], refused: readonly ActivityId[] = []): void {
  pending = pending.filter((change) => !changes.includes(change));
  for (const task of tasks) learnTask(task, false);
  for (const id of refused) failed.add(id);
  notify();
  if (refused.length > 0)
    setTimeout(() => {
      for (const id of refused) failed.delete(id);
      notify();
    }, failedMilliseconds);
}

/** Remembers a task that the server answered with, as long as no newer one is known. */
export function learnTask(task: Task, isSaid = true): void {
  const known = answered.get(task.id);
  if (known && known.version >= task.version) return;
  answered.set(task.id, task);
  if (isSaid) notify();
}

/** The newest version of a task that is known here. */
export function newestOf(task: Task): Task {
  const known = answered.get(task.id);
  return known && known.version > task.version ? known : task;
}

/** The task with everything that was changed here. */
export function shownTask(task: Task): Task {
  return pending.reduce((shown, change) => (change.taskId === task.id ? { ...shown, ...change.values } : shown), newestOf(task));
}

/** Changes whenever tasks are shown differently. */
export const useShownState = (): number => useSyncExternalStore(subscribe, () => state);

export const hasFailed = (taskId: ActivityId): boolean => failed.has(taskId);
