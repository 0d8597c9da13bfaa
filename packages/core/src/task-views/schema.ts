import * as z from "zod";
import { taskChips, taskLists } from "../activities/tasks/rules.ts";
import { TaskFilterSchema, TaskOrderSchema } from "../activities/tasks/schema.ts";
import type { RecordId, UserId, ViewId } from "../kernel/id.ts";
import { ViewIdSchema } from "../views/schema.ts";

/** State of a task view. Relative dates are stored as such, so they move with the current day. */
export const TaskViewStateSchema = TaskFilterSchema.pick({
  assignedTo: true,
  priorities: true,
  cardId: true,
  cardTypeId: true,
  dueFrom: true,
  dueUntil: true,
  hasReminder: true,
  repeats: true,
  text: true,
}).extend({
  list: z.enum(taskLists).default("mine"),
  chip: z.enum(taskChips).default("open"),
  ...TaskOrderSchema.shape,
});
export type TaskViewState = z.output<typeof TaskViewStateSchema>;

export interface TaskView {
  readonly id: ViewId;
  readonly name: string;
  /** Seen and changed by its owner alone. */
  readonly isPrivate: boolean;
  readonly ownerId: UserId | null;
  /** Its position in the list; lower comes first. */
  readonly order: number;
  readonly version: number;
  /** The version at which the state last changed: renaming the view does not make another's save conflict. */
  readonly stateVersion: number;
  readonly state: TaskViewState;
}

/** A changed view, with the record that undoes it; null when nothing changed. */
export interface ChangedTaskView extends TaskView {
  readonly recordId: RecordId | null;
}

const name = z.string().trim().min(1).max(80);

export const CreateTaskViewInput = z.object({
  /** Chosen by the caller, so that a repeated call makes one view; a CONFLICT where it is another person's. */
  viewId: ViewIdSchema.optional(),
  name,
  isPrivate: z.boolean().default(true),
  state: TaskViewStateSchema,
});
export const UpdateTaskViewInput = z.object({
  viewId: ViewIdSchema,
  /** The version the caller has seen. A state that someone else has changed since is a CONFLICT; the name merges. */
  expectedVersion: z.number().int().min(1).optional(),
  name: name.optional(),
  isPrivate: z.boolean().optional(),
  state: TaskViewStateSchema.optional(),
});
export const ReorderTaskViewsInput = z.object({
  /** Views in their new order: they share the places that they have now. */
  viewIds: z.array(ViewIdSchema).min(1).max(200),
});
