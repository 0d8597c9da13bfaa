import * as z from "zod";
import { isDay } from "../../cards/fields/day.ts";
import type { CardNames } from "../../cards/schema.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { FoundActivity } from "../search/schema.ts";
import { reminderMinutes } from "./rules.ts";

/** Null for no reminder. */
export const ReminderSchema = z.literal(reminderMinutes, "validation.enum").nullable();

const InstantSchema = z.iso.datetime().length(24);

export const PendingRemindersInput = z.object({
  /** The first one that is shown and not answered: it is older than the minute that is looked back. */
  from: InstantSchema.optional(),
});

export const AnswerReminderInput = z.object({
  activityId: idSchema("act"),
  /** Occurrence of a series, if any. */
  day: z.string().refine(isDay, "validation.date").nullable().default(null),
  remindAt: InstantSchema,
  /** `dismiss`: got it. `snooze`: it comes again five minutes before, or, where that is over, a meeting when it starts and a task in five minutes. */
  answer: z.enum(["dismiss", "snooze"]),
});
export type ReminderAnswer = z.output<typeof AnswerReminderInput>["answer"];

/** A reminder to come, or one that is shown until it is answered. */
export interface PendingReminder extends Pick<
  FoundActivity,
  "id" | "type" | "title" | "location" | "date" | "day" | "cardId" | "guests"
> {
  readonly startsAt: string;
  /** Identifies the reminder. */
  readonly remindAt: string;
  /** When it is shown: later than `remindAt` if it was snoozed. */
  readonly showAt: string;
}

export interface PendingReminders {
  readonly rows: readonly PendingReminder[];
  readonly cards: CardNames;
  /** The clock of the server, by which the times are meant. */
  readonly now: string;
}
