import * as z from "zod";
import type { CardNames } from "../../cards/schema.ts";
import { datetime } from "../../cards/fields/types/datetime.ts";
import { isDay } from "../../cards/fields/day.ts";
import type { FileReference } from "../../files/schema.ts";
import type { ActivityId, CardId, Id, RecordId, UserId } from "../../kernel/id.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { TimeZoneSchema } from "../../kernel/zoned-time-schema.ts";
import type { AcceptedAttachments } from "../attachments/rules.ts";
import { AttachmentsSchema } from "../attachments/schema.ts";
import { type Rule, RuleSchema } from "../recurrence/schema.ts";
import type { ReminderMinutes } from "../reminders/rules.ts";
import { ReminderSchema } from "../reminders/schema.ts";
import { furthestDays, type RepeatOn, repeatOns, taskGroupings, tasksAtOnce, taskSorts } from "./rules.ts";
import { type Priority, priorities } from "../types/task.ts";

export { type Priority, priorities };

export const TaskIdSchema = idSchema("act");

const localForm = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;
/** True for a due time by the organization's clocks. */
export const isLocalDue = (due: string): boolean => localForm.test(due) && isDay(due.slice(0, 10));

/**
 * When a task is due: a day (`YYYY-MM-DD`), which means until its end, an instant (ISO 8601, stored in UTC), or a time without an offset (`YYYY-MM-DDTHH:MM`), which is
 * by the clocks of the organization.
 */
export const DueSchema = z.string("validation.due").transform((text, context) => {
  if (isDay(text) || isLocalDue(text)) return text;
  const instant = datetime.accept(text, { options: [], currency: "USD", region: "US" });
  if (instant.ok) return instant.value;
  context.addIssue({ code: "custom", message: "validation.due" });
  return z.NEVER;
});

const nothingIfEmpty = (text: string | null): string | null => (text === "" ? null : text);
const optionalText = (longest: number) => z.string().trim().max(longest).nullable().transform(nothingIfEmpty);

export const ChecklistItemSchema = z.object({
  /** Made by whoever adds the item; unique within its task. */
  id: z.string().regex(/^[\w-]{1,40}$/),
  text: z.string().trim().min(1).max(500),
  done: z.boolean().default(false),
});
export type ChecklistItem = z.output<typeof ChecklistItemSchema>;

/** Values that people enter for a task (SPEC section 3). */
const written = {
  title: z.string("validation.title").trim().min(1, "validation.title").max(500, "validation.length"),
  description: optionalText(20_000),
  location: optionalText(500),
  due: DueSchema,
  assignedTo: idSchema("usr").nullable(),
  priority: z.enum(priorities).nullable(),
  /** The card the task concerns; null for a task without one. */
  cardId: idSchema("crd").nullable(),
  checklist: z
    .array(ChecklistItemSchema)
    .max(100)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length, "validation.twice"),
  done: z.boolean(),
  /** When the task is done, the next one is created, with the due date from this rule. */
  repeat: RuleSchema.nullable(),
  /** Whether the next one is created only when this one is done, or at the latest when its date has passed. */
  repeatOn: z.enum(repeatOns),
  /** Minutes before it is due (of a day, before its end) at which its assignee is reminded. */
  reminder: ReminderSchema,
  /** Files that were uploaded for this task, or that are its card's. */
  attachments: AttachmentsSchema,
};

export const CreateTaskInput = z.object({
  ...written,
  /** Made by the caller, so that a call repeated after a lost answer makes no second task. */
  taskId: TaskIdSchema.optional(),
  description: written.description.default(null),
  location: written.location.default(null),
  /** The caller by default; null for no one. */
  assignedTo: written.assignedTo.optional(),
  priority: written.priority.default(null),
  cardId: written.cardId.default(null),
  checklist: written.checklist.default([]),
  done: written.done.default(false),
  repeat: written.repeat.default(null),
  repeatOn: written.repeatOn.default("done"),
  reminder: written.reminder.default(null),
  attachments: written.attachments.default([]),
});

/** Changed values only; null clears one. */
export const TaskPatchSchema = z.object(written).partial();
export type TaskPatch = z.output<typeof TaskPatchSchema>;
/** The same with its files as they are stored. */
export type AcceptedTask = Omit<TaskPatch, "attachments"> & AcceptedAttachments;

export const UpdateTaskInput = TaskPatchSchema.extend({
  taskId: TaskIdSchema,
  /** The version the caller has seen. A value that someone else has changed since is a CONFLICT; other values merge. */
  expectedVersion: z.number().int().min(1).optional(),
});
export type TaskChange = z.output<typeof UpdateTaskInput>;

const distinct = <T extends { taskId: string }>(changes: readonly T[]) =>
  new Set(changes.map(({ taskId }) => taskId)).size === changes.length;

export const UpdateTasksInput = z.object({
  changes: z.array(UpdateTaskInput).min(1).max(tasksAtOnce).refine(distinct, "validation.twice"),
});
export const TaskRef = z.object({ taskId: TaskIdSchema });
export const TaskRefs = z.object({
  taskIds: z
    .array(TaskIdSchema)
    .min(1)
    .max(tasksAtOnce)
    .refine((ids) => new Set(ids).size === ids.length, "validation.twice"),
});

/** A day, or how many days from the caller's today on. */
const DayBoundSchema = z.union([
  z.string().refine(isDay, "validation.date"),
  z.number().int().min(-furthestDays).max(furthestDays),
]);
export type DayBound = z.output<typeof DayBoundSchema>;

/** Filter of tasks: each part narrows the selection. */
export const TaskFilterSchema = z.object({
  state: z.enum(["open", "done"]).default("open"),
  /** Assigned to one of these; null stands for no one. */
  assignedTo: z.array(idSchema("usr").nullable()).min(1).max(100).optional(),
  /** Assigned, but to none of these. */
  notAssignedTo: z.array(idSchema("usr")).min(1).max(100).optional(),
  createdBy: z.array(idSchema("usr")).min(1).max(100).optional(),
  priorities: z.array(z.enum(priorities).nullable()).min(1).max(4).optional(),
  /** About this card, or one merged into it. */
  cardId: idSchema("crd").optional(),
  cardTypeId: idSchema("typ").optional(),
  /** Due on this day or later, or before the end of that one; in the caller's zone. */
  dueFrom: DayBoundSchema.optional(),
  dueUntil: DayBoundSchema.optional(),
  hasReminder: z.boolean().optional(),
  repeats: z.boolean().optional(),
  /** Done at this instant or later. */
  doneFrom: z.iso.datetime().optional(),
  /** Words of the title. */
  text: z.string().trim().max(200).default(""),
});
export type TaskFilter = z.output<typeof TaskFilterSchema>;

/** Order of open tasks; done ones are always sorted latest first. */
export const TaskOrderSchema = z.object({
  sort: z.enum(taskSorts).default("due"),
  group: z.enum(taskGroupings).default("due"),
  reversed: z.boolean().default(false),
});

export const ListTasksInput = TaskFilterSchema.extend({
  ...TaskOrderSchema.shape,
  timeZone: TimeZoneSchema,
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(100),
});
export const TaskCountsInput = z.object({ timeZone: TimeZoneSchema });
export const TrashedTasksInput = z.object({
  search: z.string().max(200).default(""),
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});

export interface Task {
  readonly id: ActivityId;
  readonly version: number;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  /** A day or an instant. */
  readonly due: string;
  /** The instant by which it is due: of a day, its end in the organization's zone. */
  readonly dueAt: string;
  readonly assignedTo: UserId | null;
  readonly priority: Priority | null;
  readonly cardId: CardId | null;
  readonly checklist: readonly ChecklistItem[];
  readonly done: boolean;
  readonly doneAt: string | null;
  readonly repeat: Rule | null;
  readonly repeatOn: RepeatOn;
  readonly reminder: ReminderMinutes | null;
  readonly attachments: readonly FileReference[];
  /** Null for what no person made. */
  readonly createdBy: UserId | null;
  /** The automation that made it in their name. */
  readonly automationId: Id<"aut"> | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** Groups of open tasks by due date, from the caller's current day on. */
export const taskGroups = ["overdue", "today", "tomorrow", "later"] as const;
export type TaskGroup = (typeof taskGroups)[number];

/** Tasks of one person, priority or card; of none of them where it is null. */
export interface TaskSection {
  readonly key: string | null;
  readonly count: number;
}

/** A page of tasks: open ones in the order that was asked for, done ones the latest first. */
export interface TaskList {
  readonly rows: readonly Task[];
  /** Names of their cards; those that the caller does not see are absent. */
  readonly cards: CardNames;
  readonly total: number;
  /** Open tasks only: the number in each group. */
  readonly groups: Readonly<Record<TaskGroup, number>>;
  /** Open tasks that are grouped by something else: the first thousand sections, in order. */
  readonly sections: readonly TaskSection[];
  /** The number of comments on each of these rows that the caller sees; those without any are absent. */
  readonly comments: Readonly<Record<string, number>>;
  /** Into which cards those of these rows were merged. */
  readonly mergedCards: Readonly<Record<CardId, CardId>>;
  readonly nextCursor: number | null;
}

export interface TaskCounts {
  /** Open and assigned to the caller. */
  readonly mine: number;
  /** Open, created by the caller and assigned to someone else. */
  readonly assignedByMe: number;
  /** Number of open tasks that the caller sees. */
  readonly team: number;
  /** The same by type of card; types without any are absent. */
  readonly byCardType: Readonly<Record<string, number>>;
  readonly done: number;
}

/** A changed task, with the record that undoes it; null when nothing changed. */
export interface ChangedTask extends Task {
  readonly recordId: RecordId | null;
}

/** The outcome of one of many changes: the current task, or why it is unchanged. */
export interface TaskOutcome {
  readonly taskId: ActivityId;
  readonly task: Task | null;
  readonly error: {
    readonly code: string;
    readonly messageKey?: string;
    readonly fields?: Readonly<Record<string, string>>;
  } | null;
}
export interface TasksChanged {
  /** In the order of the changes. */
  readonly outcomes: readonly TaskOutcome[];
  /** The record that undoes all of them; null when nothing changed. */
  readonly recordId: RecordId | null;
}
export interface TaskWithCard extends Task {
  readonly cards: CardNames;
}
