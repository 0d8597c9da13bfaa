import * as z from "zod";
import { MeetingIdSchema, mostPeople } from "../activities/meetings/schema.ts";
import { DaySchema } from "../activities/recurrence/schema.ts";
import { furthestDays } from "../activities/tasks/rules.ts";
import { TaskFilterSchema, TaskIdSchema, TaskPatchSchema } from "../activities/tasks/schema.ts";
import { TimeZoneSchema } from "../kernel/zoned-time-schema.ts";
import { CardIdSchema, FieldValuesSchema } from "../cards/schema.ts";
import { CardQuerySchema } from "../cards/query/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { operationType } from "../operations/schema.ts";
import { longestSmsText, maxMeetings } from "./rules.ts";

/** Number of ids that an operation's item can hold. */
export const maxChosen = 8_000;
/** The room left in that item for the values. */
const maxChangeBytes = 100 * 1024;

/** Selection of cards: a list of ids, or a query except a list of ids. */
const SelectionSchema = z.union([
  z.object({ cardIds: z.array(CardIdSchema).min(1).max(maxChosen) }).strict(),
  z.object({ query: CardQuerySchema, exceptIds: z.array(CardIdSchema).max(maxChosen).default([]) }).strict(),
]);
export type BulkSelection = z.infer<typeof SelectionSchema>;

const BulkChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("edit"),
    /** Only the fields to change; null clears the value. */
    fields: FieldValuesSchema.refine((fields) => Object.keys(fields).length > 0, "validation.oneField").refine(
      (fields) => new TextEncoder().encode(JSON.stringify(fields)).length <= maxChangeBytes,
      "validation.tooLarge",
    ),
  }),
  z.object({ kind: z.literal("delete") }),
  z.object({ kind: z.literal("restore") }),
  /** Out of the trash for good. */
  z.object({ kind: z.literal("purge") }),
]);
export type BulkChange = z.infer<typeof BulkChangeSchema>;

/** Absent from what was started when only cards could be changed. */
const BulkCardsInput = z.object({
  target: z.literal("cards").optional(),
  selection: SelectionSchema,
  change: BulkChangeSchema,
  /** Whether the change starts automations, as the same change to a single card would. */
  startAutomations: z.boolean().default(false),
});
export type BulkCardsJob = z.infer<typeof BulkCardsInput>;

/** Selection of tasks: a list of ids, or everything in a list or in the trash except some. */
const TaskSelectionSchema = z.union([
  z.object({ taskIds: z.array(TaskIdSchema).min(1).max(maxChosen) }).strict(),
  z
    .object({
      query: TaskFilterSchema.extend({ timeZone: TimeZoneSchema }).strict(),
      exceptIds: z.array(TaskIdSchema).max(maxChosen).default([]),
    })
    .strict(),
  z
    .object({
      trash: z.object({ search: z.string().max(200).default("") }).strict(),
      exceptIds: z.array(TaskIdSchema).max(maxChosen).default([]),
    })
    .strict(),
]);
export type BulkTaskSelection = z.input<typeof TaskSelectionSchema>;

const BulkTaskChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("edit"),
    /** Values to change; null clears one. */
    values: TaskPatchSchema.pick({ done: true, assignedTo: true, due: true, priority: true })
      .strict()
      .refine((values) => Object.keys(values).length > 0, "validation.oneField"),
  }),
  z.object({
    kind: z.literal("move"),
    /** Number of days by which due dates move, in local time; negative for earlier. */
    days: z
      .number()
      .int()
      .min(-furthestDays)
      .max(furthestDays)
      .refine((days) => days !== 0, "validation.oneField"),
    timeZone: TimeZoneSchema,
  }),
  z.object({ kind: z.literal("delete") }),
  z.object({ kind: z.literal("restore") }),
]);
export type BulkTaskChange = z.infer<typeof BulkTaskChangeSchema>;

const BulkTasksInput = z.object({
  target: z.literal("tasks"),
  selection: TaskSelectionSchema,
  change: BulkTaskChangeSchema,
});
export type BulkTasksJob = z.infer<typeof BulkTasksInput>;

/** Meetings; of a series the occurrence that the rule gave this day, or without a day all of it. */
const MeetingSelectionSchema = z
  .object({
    meetings: z
      .array(z.object({ meetingId: MeetingIdSchema, day: DaySchema.optional() }).strict())
      .min(1)
      .max(maxMeetings),
  })
  .strict();

const people = z.array(idSchema("usr")).max(mostPeople).default([]);
const BulkMeetingChangeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("delete") }),
  z.object({
    kind: z.literal("move"),
    /** Number of days, by the clocks of each meeting's zone; negative for earlier. */
    days: z
      .number()
      .int()
      .min(-furthestDays)
      .max(furthestDays)
      .refine((days) => days !== 0, "validation.oneField"),
  }),
  z
    .object({ kind: z.literal("participants"), add: people, remove: people })
    .refine(({ add, remove }) => add.length + remove.length > 0, { path: ["add"], message: "validation.oneField" }),
]);
export type BulkMeetingChange = z.input<typeof BulkMeetingChangeSchema>;

const BulkMeetingsInput = z.object({
  target: z.literal("meetings"),
  selection: MeetingSelectionSchema,
  change: BulkMeetingChangeSchema,
  /** Whether guests get an email about it. */
  notifyGuests: z.boolean().default(false),
});
export type BulkMeetingsJob = z.infer<typeof BulkMeetingsInput>;

/** An SMS to each of the selected cards. */
const BulkSmsInput = z.object({
  target: z.literal("sms"),
  selection: SelectionSchema,
  change: z.object({
    kind: z.literal("send"),
    /** May name variables of the cards, as templates do. */
    text: z.string().trim().min(1, "validation.required").max(longestSmsText, "validation.smsTooLong"),
    /** A verified sender; without it, the default. */
    senderId: idSchema("snd").optional(),
    /** The template that the text was begun with. */
    templateId: idSchema("tpl").optional(),
  }),
});
export type BulkSmsJob = z.infer<typeof BulkSmsInput>;

/** A press of an automation's button on each of the selected cards. */
const BulkButtonInput = z.object({
  target: z.literal("button"),
  selection: SelectionSchema,
  change: z.object({ kind: z.literal("press"), automationId: idSchema("aut") }).strict(),
  /** Of the caller's choice: a call that is repeated under it, because its answer was lost, starts nothing more. */
  operationId: idSchema("opn").optional(),
});
export type BulkButtonJob = z.infer<typeof BulkButtonInput>;

export const BulkInput = z.discriminatedUnion("target", [
  BulkCardsInput,
  BulkTasksInput,
  BulkMeetingsInput,
  BulkSmsInput,
  BulkButtonInput,
]);
export type BulkRequest = z.input<typeof BulkInput>;
export type BulkJob = z.infer<typeof BulkInput>;

/** Also parses a job whose values were erased. */
export const isOfActivities = (input: unknown): boolean =>
  z.object({ target: z.enum(["tasks", "meetings", "sms"]) }).safeParse(input).success;

/** Whether it starts automations' runs, which are undone one by one. */
export const isOfRuns = (input: unknown): boolean => z.object({ target: z.literal("button") }).safeParse(input).success;

/** Applies one change to many cards, tasks or meetings, sends an SMS to many cards, or presses a button on them. */
export const bulkOperation = operationType("bulk", BulkInput);

/** A sample record of the preview, with its changes. */
export interface BulkExample {
  readonly id: string;
  /** The id of its card type, or the type of an activity. */
  readonly typeId: string;
  readonly name: string;
  /** Field id → value; null for none. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** Preview of a bulk change or of its undo, as of now. */
export interface BulkPreview {
  readonly total: number;
  readonly changing: number;
  /** Number that already match. */
  readonly same: number;
  readonly refused: readonly {
    readonly fieldId: string | null;
    /** Catalogue key. */
    readonly message: string;
    readonly count: number;
    /** Names of the first few. */
    readonly names: readonly string[];
  }[];
  /** The first fifty that would change. */
  readonly examples: readonly BulkExample[];
  /** Of SMS: parts that they take, and that are left before; and how many wait for the end of their recipients' quiet hours. */
  readonly sms?: { readonly parts: number; readonly left: number; readonly waiting: number };
  /** Of what changes: those whose time the clocks skip on the new day, so that it becomes the first moment after. */
  readonly pastGap?: number;
  /** Of the total, cards that were not looked at, because that would take too long: what the others say is the least. */
  readonly unchecked?: number;
}
