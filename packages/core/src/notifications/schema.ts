import * as z from "zod";
import type { CardNames } from "../cards/schema.ts";
import type { ActivityId, CardId, UserId } from "../kernel/id.ts";
import { type NotificationFilter, notificationFilters } from "./rules.ts";

/** Kinds of notification. A new one is a line here, texts in the catalogues, and the rule that creates it. */
export const notificationKindNames = [
  "cardAssigned",
  "taskAssigned",
  "meetingInvited",
  "meetingChanged",
  "meetingCanceled",
  "meetingAnswered",
  "taskReminder",
  "meetingReminder",
  "importDone",
  "mention",
  "commentReplied",
  "taskCommented",
  "planLimit",
  "mailReceived",
  "smsReceived",
  "webhookDisabled",
  "automation",
  "automationFailed",
  "automationStopped",
  "automationsPaused",
  "chatMessage",
  "chatAssigned",
  "callMissed",
  "whatsappProblem",
  "voipProblem",
  "leadRefused",
  "gmailProblem",
] as const;
export type NotificationKind = (typeof notificationKindNames)[number];

const NotificationIdSchema = z.string().regex(/^[0-9A-Z]{26}\.[A-Za-z]+$/);

export const ListNotificationsInput = z.object({
  filter: z.enum(notificationFilters).default("all"),
  /** Only those before this one. */
  before: NotificationIdSchema.optional(),
  limit: z.number().int().min(1).max(100).default(50),
});

/** Either some, or all up to one, of those that a filter shows. */
export const ReadNotificationsInput = z
  .object({
    ids: z.array(NotificationIdSchema).min(1).max(50).optional(),
    isRead: z.boolean().default(true),
    until: NotificationIdSchema.optional(),
    filter: z.enum(notificationFilters).default("all"),
  })
  .refine(({ ids, until }) => (ids === undefined) !== (until === undefined), { path: ["ids"], message: "validation.required" });

export interface NotificationSubject {
  readonly id: string;
  readonly name: string | null;
  readonly cardId: CardId | null;
  /** For a comment, the comment that a reply to it answers. */
  readonly threadId?: ActivityId | null;
  /** For a comment on a task, that task. */
  readonly taskId?: ActivityId | null;
  /** For a task that is done by now. */
  readonly isDone?: boolean;
}

/** One thing that happened to the person, as they may see it now. */
export interface NotificationEntry {
  readonly id: string;
  readonly kind: NotificationKind;
  readonly at: string;
  readonly isRead: boolean;
  /** The actor; null if it was not a person. */
  readonly actorId: UserId | null;
  /** Number of subjects; `subjects` has the first of them. */
  readonly count: number;
  /** Subjects, each without a name if the reader can no longer see it, and its card if they can see that. */
  readonly subjects: readonly NotificationSubject[];
  /** Numbers and words that its text needs. */
  readonly details: Readonly<Record<string, string | number>>;
}

export interface NotificationList {
  readonly rows: readonly NotificationEntry[];
  readonly cards: CardNames;
  /** Counts among the newest hundred. */
  readonly unread: Readonly<Record<NotificationFilter, number>>;
  /** The newest of all, whatever the filter shows. */
  readonly newest: string | null;
  readonly next: string | null;
}
