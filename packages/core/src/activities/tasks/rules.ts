import { isDay } from "../../cards/fields/day.ts";
import { isId } from "../../kernel/id-form.ts";
import { sameValue } from "../../kernel/same-value.ts";
import { dayAfter, dayOf, timeIn } from "../../kernel/zoned-time.ts";
import type { Activity } from "../activity.ts";
import { attachmentsOf } from "../attachments/rules.ts";
import type { Rule, Start } from "../recurrence/schema.ts";
import { reminderOf } from "../reminders/rules.ts";
import type { ActivityValues } from "../types/definition.ts";
import { priorities } from "../types/task.ts";
import { byZone, repeatsOnDate } from "./next-due.ts";
import type { AcceptedTask, ChecklistItem, Task, TaskGroup } from "./schema.ts";

/** Sort orders for open tasks: earliest due, most urgent, by name of the person or card, newest. */
export const taskSorts = ["due", "priority", "assignee", "card", "created"] as const;
export type TaskSort = (typeof taskSorts)[number];

export const taskGroupings = ["due", "assignee", "priority", "card", "none"] as const;
export type TaskGrouping = (typeof taskGroupings)[number];

/** Order of open tasks; done ones are always sorted latest first. */
export interface TaskOrder {
  readonly sort: TaskSort;
  readonly group: TaskGrouping;
  /** Reverse order within each group: the latest due first, the least urgent. Tasks without the sorted value stay last. */
  readonly reversed: boolean;
}

/** The lists that tasks are shown in: of whoever looks, so that a shared view shows everybody their own. */
export const taskLists = ["mine", "assigned", "team", "done"] as const;
export type TaskListName = (typeof taskLists)[number];

/** When the next occurrence of a repeating task is created: once this one is done, or at the latest when its date has passed. */
export const repeatOns = ["done", "date"] as const;
export type RepeatOn = (typeof repeatOns)[number];

/** Filters of a list that one press applies. */
export const taskChips = ["open", "week", "high"] as const;
export type TaskChip = (typeof taskChips)[number];

/** The furthest day that is counted from today. */
export const furthestDays = 3_650;

/** Number of tasks that fit one transaction with its record and the plan's meter: each recurring one may create the next. */
export const tasksAtOnce = 48;

/** Adds the values that follow from a patch: the instant when the task is due, when it was done, and where its recurrence starts. */
export function withConsequences(patch: AcceptedTask, current: ActivityValues, timeZone: string, at: string): ActivityValues {
  const { due, done, repeat, repeatOn } = patch;
  const isDone = current["done"] === true;
  // One that is open again may have been done when the organization was in another zone.
  const isReopened = isDone && done === false;
  return {
    ...patch,
    ...byZone(isReopened ? { ...current, due: due ?? current["due"] } : { due }, timeZone),
    ...(done === undefined ? {} : { done: done || null }),
    ...(done === undefined || done === isDone ? {} : { doneAt: done ? at : null }),
    ...(repeatOn === undefined ? {} : { repeatOn: repeatOn === "done" ? null : repeatOn }),
    ...(repeat === undefined || sameValue(repeat, current["repeat"])
      ? {}
      : { repeatStart: repeat && startOf(due ?? text(current["due"]) ?? "", timeZone) }),
  };
}

/** A series begins with the due date of the task that it is set on; moving one task later does not move the series. */
const startOf = (due: string, timeZone: string): Start =>
  isDay(due)
    ? { day: due, time: null, timeZone }
    : { day: dayOf(Date.parse(due), timeZone), time: timeIn(Date.parse(due), timeZone), timeZone };

/** The group in which an open task is listed for a person whose day is `today` in the zone. */
export function groupOf({ due }: Pick<Task, "due">, today: string, timeZone: string): TaskGroup {
  const day = isDay(due) ? due : dayOf(Date.parse(due), timeZone);
  if (day < today) return "overdue";
  if (day === today) return "today";
  return day === dayAfter(today) ? "tomorrow" : "later";
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An activity of the type as what its callers get. */
export function taskOf({ id, version, values, createdBy, automationId, createdAt, updatedAt, trashedAt }: Activity): Task {
  const { assignedTo, cardId, checklist, repeat } = values;
  return {
    id,
    version,
    title: text(values["title"]) ?? "",
    description: text(values["description"]),
    location: text(values["location"]),
    due: text(values["due"]) ?? "",
    dueAt: text(values["dueAt"]) ?? "",
    assignedTo: isId("usr", assignedTo) ? assignedTo : null,
    priority: priorities.find((known) => known === values["priority"]) ?? null,
    cardId: isId("crd", cardId) ? cardId : null,
    checklist: Array.isArray(checklist) ? (checklist as ChecklistItem[]) : [], // as the schema accepted it
    done: values["done"] === true,
    doneAt: text(values["doneAt"]),
    repeat: (repeat as Rule | undefined) ?? null, // as the schema accepted it
    repeatOn: repeatsOnDate(values) ? "date" : "done",
    reminder: reminderOf(values["reminder"]),
    attachments: attachmentsOf(values),
    createdBy: isId("usr", createdBy) ? createdBy : null,
    automationId,
    createdAt,
    updatedAt,
    trashedAt,
  };
}
