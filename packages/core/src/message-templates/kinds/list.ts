import type { KindDefinition } from "./definition.ts";
import { taskEmailReminder } from "./task-email-reminder.ts";
import { meetingEmailScheduled } from "./meeting-email-scheduled.ts";
import { meetingEmailChanged } from "./meeting-email-changed.ts";
import { meetingEmailCanceled } from "./meeting-email-canceled.ts";
import { meetingEmailReminder } from "./meeting-email-reminder.ts";
import { taskSmsReminder } from "./task-sms-reminder.ts";
import { meetingSmsScheduled } from "./meeting-sms-scheduled.ts";
import { meetingSmsChanged } from "./meeting-sms-changed.ts";
import { meetingSmsCanceled } from "./meeting-sms-canceled.ts";
import { meetingSmsReminder } from "./meeting-sms-reminder.ts";

/** The messages that Kartis sends, by their names in the specification (SPEC section 3). */
export const kinds = {
  TASK_EMAIL_REMINDER: taskEmailReminder,
  MEETING_EMAIL_SCHEDULED: meetingEmailScheduled,
  MEETING_EMAIL_CHANGED: meetingEmailChanged,
  MEETING_EMAIL_CANCELED: meetingEmailCanceled,
  MEETING_EMAIL_REMINDER: meetingEmailReminder,
  TASK_SMS_REMINDER: taskSmsReminder,
  MEETING_SMS_SCHEDULED: meetingSmsScheduled,
  MEETING_SMS_CHANGED: meetingSmsChanged,
  MEETING_SMS_CANCELED: meetingSmsCanceled,
  MEETING_SMS_REMINDER: meetingSmsReminder,
} as const satisfies Record<string, KindDefinition>;

export type TemplateKind = keyof typeof kinds;
export const templateKinds = Object.keys(kinds) as readonly TemplateKind[]; // the keys of `kinds`

export const isTemplateKind = (value: unknown): value is TemplateKind => templateKinds.some((kind) => kind === value);
export const kindOf = (kind: TemplateKind): KindDefinition => kinds[kind];
