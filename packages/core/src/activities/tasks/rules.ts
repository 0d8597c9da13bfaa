import { isDay } from "../../cards/fields/day.ts";
import { isId } from "../../kernel/id-form.ts";
import { dayAfter, dayOf, endOfDay } from "../../kernel/zoned-time.ts";
import type { Activity } from "../activity.ts";
import type { Rule } from "../recurrence/schema.ts";
import type { ActivityValues } from "../types/definition.ts";
import { priorities } from "../types/task.ts";
import type { ChecklistItem, Task, TaskGroup, TaskPatch } from "./schema.ts";

/** What the patch changes besides what it says: the instant by which the task is due, and since when it is done. */
export function withConsequences(patch: TaskPatch, current: ActivityValues, timeZone: string, at: string): ActivityValues {
  const { due, done } = patch;
  const isDone = current["done"] === true;
  return {
    ...patch,
    ...(due === undefined ? {} : { dueAt: isDay(due) ? endOfDay(due, timeZone) : due }),
    ...(done === undefined ? {} : { done: done || null }),
    ...(done === undefined || done === isDone ? {} : { doneAt: done ? at : null }),
  };
}

/** The group in which an open task is listed for somebody whose day is `today` in the zone. */
export function groupOf({ due }: Pick<Task, "due">, today: string, timeZone: string): TaskGroup {
  const day = isDay(due) ? due : dayOf(Date.parse(due), timeZone);
  if (day < today) return "overdue";
  if (day === today) return "today";
  return day === dayAfter(today) ? "tomorrow" : "later";
}

const text = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** An activity of the type as what its callers get. */
export function taskOf({ id, version, values, createdBy, createdAt, updatedAt, trashedAt }: Activity): Task {
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
    createdBy: isId("usr", createdBy) ? createdBy : null,
    createdAt,
    updatedAt,
    trashedAt,
  };
}
