import type { Priority, Task, TaskPatch } from "@kartis/core/activities/tasks/schema.ts";
import type { ReminderMinutes } from "@kartis/core/activities/reminders/rules.ts";
import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import type { RepeatOn } from "@kartis/core/activities/tasks/rules.ts";
import type { CardId, UserId } from "@kartis/core/kernel/id.ts";
import { instantAfterGap, isSkipped } from "@kartis/core/kernel/zoned-time.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { todayHere, wallOfDue, zone } from "../../dates/days.ts";
import { type Snooze, snoozedUntil } from "../snooze.ts";
import { permitted } from "../rights.ts";
import { changeTasks, removeTasks } from "./change.ts";

/*
 * What people do with tasks, with one or with many: each is shown at once, is undone by its notification or ⌘Z, and leaves alone what the role does not allow.
 */

function change(tasks: readonly Task[], patchOf: (task: Task) => TaskPatch | undefined, message: string): void {
  const changes = permitted("update", tasks).flatMap((task) => {
    const patch = patchOf(task);
    return patch ? [{ task, patch }] : [];
  });
  changeTasks(changes, message);
}

/** Done, or where all of them are done already, open again. */
export function toggleDone(tasks: readonly Task[]): void {
  const done = !tasks.every((task) => task.done);
  const some = tasks.filter((task) => task.done !== done);
  change(some, () => ({ done }), currentTranslate()(done ? "tasks.marked.done" : "tasks.marked.open", { count: some.length }));
}

const setDueOf = (tasks: readonly Task[], dueOfTask: (task: Task) => string, message: string): void =>
  change(tasks, (task) => (task.due === dueOfTask(task) ? undefined : { due: dueOfTask(task) }), message);

export const setDue = (
  tasks: readonly Task[],
  due: string,
  message = currentTranslate()("tasks.moved", { count: tasks.length }),
): void => setDueOf(tasks, () => due, message);

export function snooze(tasks: readonly Task[], choice: Snooze, locale: string): void {
  const due = snoozedUntil(choice, Date.now(), locale);
  setDueOf(tasks, () => due, currentTranslate()("tasks.snoozed", { count: tasks.length }));
}

/** Moves tasks to a day. One with a time keeps it, today as long as that time is still to come; one that is done is open again. */
function dueOn(day: string): (task: Task) => string {
  const now = Date.now();
  return ({ due }) => {
    const { time } = wallOfDue(due);
    const at = time === undefined ? day : instantAfterGap(day, time, zone);
    return day === todayHere() && at.length > 10 && Date.parse(at) <= now ? day : at;
  };
}

export function moveToDay(tasks: readonly Task[], day: string): void {
  const dueOfTask = dueOn(day);
  change(
    tasks,
    (task) => {
      const due = dueOfTask(task);
      if (task.due === due && !task.done) return undefined;
      return { ...(task.due === due ? {} : { due }), ...(task.done ? { done: false } : {}) };
    },
    gapWordsOf(tasks, day) ?? currentTranslate()("tasks.moved", { count: tasks.length }),
  );
}

/** What is said of tasks whose time the clocks skip on the day; undefined where none has such a time. */
function gapWordsOf(tasks: readonly Task[], day: string): string | undefined {
  const times = tasks.flatMap(({ due }) => wallOfDue(due).time ?? []);
  const time = times.find((one) => isSkipped(day, one, zone));
  if (time === undefined) return undefined;
  const t = currentTranslate();
  const clock = (timeZone: string) => new Intl.DateTimeFormat(t.language, { timeStyle: "short", timeZone });
  const skipped = clock("UTC").format(new Date(`${day}T${time}:00Z`));
  return t("tasks.pastGap", { skipped, taken: clock(zone).format(new Date(instantAfterGap(day, time, zone))) });
}

/** Moves overdue tasks to today. */
export const moveToToday = (tasks: readonly Task[]): void =>
  setDueOf(tasks, dueOn(todayHere()), currentTranslate()("tasks.movedToToday", { count: tasks.length }));

export const setPriority = (tasks: readonly Task[], priority: Priority | null): void =>
  change(
    tasks,
    (task) => (task.priority === priority ? undefined : { priority }),
    currentTranslate()("tasks.prioritized", { count: tasks.length }),
  );

export const setRepeat = (tasks: readonly Task[], repeat: Rule | null): void =>
  change(tasks, () => ({ repeat }), currentTranslate()("tasks.repeatChanged", { count: tasks.length }));

export const setRepeatOn = (tasks: readonly Task[], repeatOn: RepeatOn): void =>
  change(
    tasks,
    (task) => (task.repeatOn === repeatOn ? undefined : { repeatOn }),
    currentTranslate()("tasks.repeatChanged", { count: tasks.length }),
  );

export const setReminder = (tasks: readonly Task[], reminder: ReminderMinutes | null): void =>
  change(
    tasks,
    (task) => (task.reminder === reminder ? undefined : { reminder }),
    currentTranslate()("reminders.changed", { count: tasks.length }),
  );

export const assign = (tasks: readonly Task[], assignedTo: UserId | null): void =>
  change(
    tasks,
    (task) => (task.assignedTo === assignedTo ? undefined : { assignedTo }),
    currentTranslate()("tasks.assigned", { count: tasks.length }),
  );

export const setCard = (tasks: readonly Task[], cardId: CardId | null): void =>
  change(
    tasks,
    (task) => (task.cardId === cardId ? undefined : { cardId }),
    currentTranslate()("tasks.linked", { count: tasks.length }),
  );

export const setChecklist = (task: Task, checklist: Task["checklist"]): void =>
  change([task], () => ({ checklist: [...checklist] }), currentTranslate()("tasks.checklistChanged"));

export const setAttachments = (task: Task, attachments: Task["attachments"]): void =>
  changeTasks(
    permitted("update", [task]).map(() => ({
      task,
      patch: { attachments: attachments.map(({ fileId }) => fileId) },
      shown: { attachments },
    })),
    currentTranslate()("tasks.filesChanged"),
  );

export const remove = (tasks: readonly Task[]): void => removeTasks(permitted("delete", tasks));
