import { isDay } from "../../cards/fields/day.ts";
import { instantBefore, reminderOf } from "../reminders/rules.ts";
import { byZone, continuesAt } from "../tasks/next-due.ts";
import { type ActivityDefinition, noColumns } from "./definition.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);

/** A task's priorities (SPEC section 3), the least urgent first. */
export const priorities = ["LOW", "MEDIUM", "HIGH"] as const;
export type Priority = (typeof priorities)[number];

/** Something that a person is to do by a day or an instant. */
export const task: ActivityDefinition = {
  permission: "TASKS",
  channel: "tasks",
  readOnlyKey: "errors.taskReadOnly",
  actions: {
    create: "task.create",
    update: "task.update",
    delete: "task.delete",
    restore: "task.restore",
    purge: "task.purge",
  },
  handedOver: ({ assignedTo }, from, heir) => (assignedTo === from ? { assignedTo: heir } : {}),
  continuesAt,
  derived: ["dueAt", "doneAt", "repeatStart", "nextId"],
  // The organization may have been in another zone then.
  undone(current, patch, _, timeZone) {
    const values = { ...current, ...patch };
    const isReopened = current["done"] === true && values["done"] !== true;
    const isByZone = isReopened || ["due", "dueAt", "repeatStart"].some((name) => name in patch);
    return isByZone ? { ...patch, ...byZone(values, timeZone) } : patch;
  },
  columns: ({ title, assignedTo, due, dueAt, done, doneAt, priority, cardId, reminder }) => ({
    ...noColumns,
    title: text(title) ?? "",
    assignee: text(assignedTo),
    dueDay: typeof due === "string" && isDay(due) ? due : null,
    dueAt: text(dueAt),
    isDone: done === true,
    doneAt: text(doneAt),
    happenedAt: text(doneAt),
    priority: priorities.findIndex((known) => known === priority) + 1,
    cardId: text(cardId),
    remindAt: instantBefore(dueAt, reminderOf(reminder)),
  }),
};
