import * as z from "zod";
import type { Change } from "../../data/journal.ts";
import { changesOf, type RecordOf } from "../../data/payloads.ts";
import type { Clock } from "../../kernel/clock.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { ActivityId } from "../../kernel/id.ts";
import { intendOnce, isAllIntended, noteAllIntended } from "../../outbound/index.ts";
import { messageKey, type MeetingMessage } from "../invitations/notify.ts";
import { remindedGuests } from "../invitations/reminder.ts";
import { meetingOf } from "../meetings/rules.ts";
import { isRemindedBySms, mailReaderOf, peopleOf, stillDue } from "./recipients.ts";

/** What the effect stores about a reminder. */
export const ReminderPayload = z.object({
  activityId: idSchema("act"),
  remindAt: z.string(),
  startsAt: z.string(),
  /** Of an occurrence in a series: the day by which the series names it. */
  day: z.string().nullable().default(null),
});

/** A reminder that a record says was fired. */
export interface Fired {
  readonly activityId: ActivityId;
  readonly remindAt: string;
  readonly startsAt: string;
  /** Of an occurrence in a series: the day by which the series names it. */
  readonly day: string | null;
}

export const firedIn = ({ changes }: { readonly changes: readonly Change[] }): Fired[] =>
  changesOf(changes, ["reminder.fire"]).flatMap(({ subject, after }) =>
    after ? [{ activityId: subject.id, remindAt: after.remindAt, startsAt: after.startsAt, day: after.day ?? null }] : [],
  );

/** Intends the messages about what was fired: to its people as their settings say, and to the guests of a meeting as it says. Each once, however often the record comes; when it comes again, nobody is reminded who switched reminders on only after it. */
export async function notifyOfReminders(record: RecordOf<"reminder.fire">, clock: Clock): Promise<void> {
  const { orgId } = record;
  const event = { orgId, by: "reminders", causedBy: record.id, clock };
  if (await isAllIntended(event)) return;
  for (const { activityId, remindAt, startsAt, day } of firedIn(record)) {
    const activity = await stillDue(orgId, activityId, remindAt);
    if (!activity) continue;
    for (const userId of peopleOf(activity, day)) {
      const payload: z.input<typeof ReminderPayload> = { activityId, remindAt, startsAt, day };
      const key = `${activityId}.${remindAt}.${userId}`;
      const intend = (purpose: "reminder" | "reminderSms", keys: readonly string[]) =>
        intendOnce({ ...event, keys }, { purpose, subject: { kind: "activity", id: activityId }, userId, payload });
      if (await mailReaderOf(orgId, userId, activity)) await intend("reminder", [key]);
      if (await isRemindedBySms(orgId, userId, activity)) await intend("reminderSms", [`${key}.sms`]);
    }
    if (activity.type !== "MEETING") continue;
    const meeting = meetingOf(activity);
    const { remind, remindBySms } = meeting.notify;
    const ways = [...(remind ? (["meeting"] as const) : []), ...(remindBySms ? (["meetingSms"] as const) : [])];
    for (const guestId of ways.length > 0 ? remindedGuests(meeting, day) : [])
      for (const way of ways) {
        const payload: z.input<typeof MeetingMessage> = { kind: "reminded", guestId, recordId: record.id, remindAt };
        const key = messageKey(`${activityId}.${remindAt}.${guestId}`, way);
        await intendOnce({ ...event, keys: [key] }, { purpose: way, subject: { kind: "activity", id: activityId }, payload });
      }
  }
  await noteAllIntended(event);
}
