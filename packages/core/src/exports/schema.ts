import * as z from "zod";
import { MeetingsRangeInput } from "../activities/meetings/schema.ts";
import { TaskFilterSchema, TaskOrderSchema, ListTasksInput } from "../activities/tasks/schema.ts";
import { CardIdSchema } from "../cards/schema.ts";
import { CardQuerySchema } from "../cards/query/schema.ts";
import { operationType } from "../operations/schema.ts";

export const ExportCardsInput = CardQuerySchema.required({ cardTypeId: true }).extend({
  /** Only these of the cards that the query selects. */
  cardIds: z.array(CardIdSchema).min(1).max(8_000).optional(),
  /** All but these. */
  exceptIds: z.array(CardIdSchema).max(8_000).default([]),
  /** The columns, in this order: fields of the type, and figures of its activities; by default every field of the type. */
  fieldIds: z.array(z.string()).min(1).max(200).optional(),
});
export type CardExport = z.output<typeof ExportCardsInput>;

/** The tasks of a list, in its order. */
export const ExportTasksInput = TaskFilterSchema.extend({
  ...TaskOrderSchema.shape,
  timeZone: ListTasksInput.shape.timeZone,
});
export type TaskExport = z.output<typeof ExportTasksInput>;

/** The times at which meetings take place in a window, by when they begin. */
export const ExportMeetingsInput = MeetingsRangeInput;
export type MeetingExport = z.output<typeof ExportMeetingsInput>;

/** Operation that writes a CSV of cards, tasks or meetings, as they are listed. */
export const exportOperation = operationType(
  "export",
  z.union([
    z.object({ of: z.literal("tasks"), query: ExportTasksInput }),
    z.object({ of: z.literal("meetings"), query: ExportMeetingsInput }),
    ExportCardsInput,
  ]),
);
