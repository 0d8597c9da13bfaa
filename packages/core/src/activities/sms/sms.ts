import * as z from "zod";
import type { ActivityId, EffectId, UserId } from "../../kernel/id.ts";
import { isId } from "../../kernel/id-form.ts";
import { smsFailures } from "../../sms/rules.ts";
import type { Activity } from "../activity.ts";
import { messageKinds } from "../meetings/message-kinds.ts";
import { smsDeliveries } from "./rules.ts";
import type { Sms } from "./schema.ts";

/** The meeting that an SMS tells a guest about. */
const AboutMeetingSchema = z.object({
  meetingId: z.custom<ActivityId>((value) => isId("act", value)),
  guestId: z.string(),
  kind: z.enum(messageKinds),
  /** When the reminder was due. */
  remindAt: z.string().optional(),
  /** The times of a series that it is about; absent where it is about the whole meeting. */
  days: z.array(z.string()).readonly().optional(),
  /** The record that it follows from. */
  recordId: z.string().optional(),
  /** The instant of the start after which it says nothing new. */
  startsAt: z.string().optional(),
});
export type AboutMeeting = z.output<typeof AboutMeetingSchema>;

const Values = z.object({
  cardId: z.custom<Sms["cardId"]>((value) => isId("crd", value)),
  direction: z.enum(["IN", "OUT"]).default("OUT"),
  phone: z.string(),
  from: z.string(),
  text: z.string(),
  parts: z.number(),
  delivery: z.enum(smsDeliveries),
  /** The provider has reported a final state. */
  isFinal: z.boolean().default(false),
  reason: z.enum(smsFailures).nullable().default(null),
  /** Absent once it was returned. */
  payment: z.object({ month: z.string(), allowance: z.number(), extra: z.number() }).optional(),
  /** The effect that sends it; absent for an answer. */
  effectId: z.custom<EffectId>((value) => isId("eff", value)).optional(),
  /** It waits if it would arrive in the recipient's quiet hours. */
  avoidsQuietHours: z.boolean().default(false),
  /** When it is sent, or was to be, after waiting. */
  sendAt: z.string().nullable().default(null),
  /** Who sent it at once while it waited, or resent it: it then goes by their permission. */
  releasedBy: z.custom<UserId>((value) => isId("usr", value)).optional(),
  /** Absent of what people write. */
  aboutMeeting: AboutMeetingSchema.optional(),
  /** The members whom an answer belongs to. */
  people: z.array(z.custom<UserId>((value) => isId("usr", value))).default([]),
  pinned: z.boolean().default(false),
});

/** The values of an SMS, as it stores them. */
export type SmsValues = z.output<typeof Values>;
export const smsValuesOf = ({ values }: Pick<Activity, "values">): SmsValues => Values.parse(values);

/** The activity as its callers get it. */
export function smsOf(activity: Activity): Sms {
  const { id, version, createdBy, automationId, createdAt, updatedAt, trashedAt } = activity;
  const {
    payment: _,
    isFinal: __,
    effectId: ___,
    people: ____,
    avoidsQuietHours: _____,
    releasedBy: ______,
    aboutMeeting,
    ...values
  } = smsValuesOf(activity);
  const author = { createdBy: isId("usr", createdBy) ? createdBy : null, automationId };
  const meetingNews = aboutMeeting?.kind ?? null;
  return { id, version, ...values, meetingNews, ...author, createdAt, updatedAt, trashedAt };
}
