import { RuleSchema } from "@kartis/core/activities/recurrence/schema.ts";
import { ReminderSchema } from "@kartis/core/activities/reminders/schema.ts";
import { repeatOns } from "@kartis/core/activities/tasks/rules.ts";
import { ChecklistItemSchema, TaskIdSchema, priorities, taskGroups } from "@kartis/core/activities/tasks/schema.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import { activityTypes } from "@kartis/core/activities/types/list.ts";
import * as z from "zod";
import { CardNames, attachments, instant, madeBy, nextCursor, recordId, undoneBy, userId, version } from "./parts.ts";

const task = {
  id: TaskIdSchema,
  version,
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  due: z.string().describe("A day (`YYYY-MM-DD`), which means until its end, or an instant in UTC"),
  dueAt: instant.describe("The instant by which it is due; of a day, its end in the organization's time zone"),
  assignedTo: userId.nullable(),
  priority: z.enum(priorities).nullable(),
  cardId: CardIdSchema.nullable(),
  checklist: z.array(ChecklistItemSchema),
  done: z.boolean(),
  doneAt: instant.nullable(),
  repeat: RuleSchema.nullable().describe("By which the next one is due that is made when this one is done"),
  repeatOn: z
    .enum(repeatOns)
    .describe("When the next one is made: once this one is `done`, or at the latest when its `date` has passed"),
  reminder: ReminderSchema.describe("How many minutes before it is due its assignee is reminded of it"),
  attachments,
  createdBy: userId.nullable().describe("Null for what no person made"),
  automationId: madeBy,
  createdAt: instant,
  updatedAt: instant,
  trashedAt: instant.nullable().describe("When it was put into the trash"),
};
/** @public Named in the document, which spreads this whole module. */
export const Task = z.object(task);
export const TaskWithCard = z.object({ ...task, cards: CardNames });
export const ChangedTask = z.object({
  ...task,
  ...undoneBy,
});
export const TaskList = z.object({
  rows: z.array(Task),
  cards: CardNames,
  total: z.number().int().describe("How many tasks the query finds, on all pages"),
  groups: z.record(z.enum(taskGroups), z.number().int()).describe("How many of them are due when, from today on"),
  sections: z
    .array(
      z.object({ key: z.string().nullable().describe("A person, a priority or a card; null for none"), count: z.number().int() }),
    )
    .describe("How many of them each section has, where they are grouped by something else"),
  comments: z.record(z.string(), z.number().int()).describe("How many comments these rows have; without any, absent"),
  mergedCards: z.record(CardIdSchema, CardIdSchema).describe("Into which cards those of these rows were merged"),
  nextCursor,
});
export const FoundActivities = z.object({
  rows: z.array(
    z.object({
      id: TaskIdSchema,
      type: z.enum(activityTypes),
      version: z.number().int(),
      title: z.string(),
      description: z.string().nullable(),
      location: z.string().nullable(),
      date: z.string().nullable().describe("When it is due or begins: a day, or an instant"),
      startsAt: instant.nullable().describe("The instant at which it begins, or by which it is due"),
      reminder: instant.nullable().describe("The instant of the reminder that it was found by, or of its first"),
      day: z.string().nullable().describe("Of an occurrence in a series: the day by which the series names it"),
      done: z.boolean(),
      assignedTo: userId.nullable(),
      guests: z.array(z.union([userId, CardIdSchema])),
      cardId: CardIdSchema.nullable(),
    }),
  ),
  cards: CardNames,
});
export const TasksChanged = z.object({
  outcomes: z.array(
    z.object({
      taskId: TaskIdSchema,
      task: Task.nullable(),
      error: z
        .object({ code: z.string(), messageKey: z.string().optional(), fields: z.record(z.string(), z.string()).optional() })
        .nullable(),
    }),
  ),
  recordId: recordId.nullable().describe("The record that undoes all of it; null when nothing changed"),
});
