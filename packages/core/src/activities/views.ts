import { commentOf } from "./comments/comment.ts";
import { communicationOf } from "./communications/communication.ts";
import { mailOf } from "./mails/mail.ts";
import type { Activity } from "./activity.ts";
import { meetingOf } from "./meetings/rules.ts";
import { smsOf } from "./sms/sms.ts";
import { taskOf } from "./tasks/rules.ts";
import type { ActivityType } from "./types/list.ts";
import { whatsappOf } from "./whatsapp/whatsapp.ts";

/** Representation of each type where all types appear together: on the timeline, and in personal data exports. */
const views = {
  TASK: taskOf,
  MEETING: meetingOf,
  COMMENT: commentOf,
  CALL: communicationOf,
  MAIL: mailOf,
  SMS: smsOf,
  WHATSAPP: whatsappOf,
  FACEBOOK: communicationOf,
  INSTAGRAM: communicationOf,
  LINKEDIN: communicationOf,
  TWITTER: communicationOf,
} as const satisfies Record<ActivityType, (activity: Activity) => unknown>;

/** An activity with the values of its type. */
export type ShownActivity = {
  readonly [Type in ActivityType]: { readonly type: Type; readonly value: ReturnType<(typeof views)[Type]> };
}[ActivityType];

export const shownActivity = (activity: Activity): ShownActivity =>
  ({ type: activity.type, value: views[activity.type](activity) }) as ShownActivity; // by the table above
