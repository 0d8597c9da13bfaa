import * as z from "zod";
import type { Change, JournalRecord } from "../../data/journal.ts";
import type { Clock } from "../../kernel/clock.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import { type ActivityId, isId } from "../../kernel/id.ts";
import { intendOnce } from "../../outbound/index.ts";
import type { MeetingMailPayload } from "../invitations/notify.ts";
import { remindedGuests } from "../invitations/reminder.ts";
import { meetingOf } from "../meetings/rules.ts";
import { mailReaderOf, peopleOf, stillDue } from "./recipients.ts";

/** What the effect stores about a reminder. */
export const ReminderPayload = z.object({
  activityId: idSchema("act"),
  remindAt: z.string(),
  startsAt: z.string(),
  /** Of an occurrence in a series: the day by which the series names it. */
  day: z.string().nullable().default(null),
});

/** A reminder that a record says was fired. */
const FiredSchema = z.object({ remindAt: z.string(), startsAt: z.string(), day: z.string().nullable().default(null) });
export type Fired = z.output<typeof FiredSchema> & { readonly activityId: ActivityId };

export const firedIn = ({ changes }: { readonly changes: readonly Change[] }): Fired[] =>
  changes.flatMap(({ action, subject, after }) => {
    if (action !== "reminder.fire" || !isId("act", subject.id)) return [];
    return [{ ...FiredSchema.parse(after), activityId: subject.id }];
  });

/** Mails the people of what was fired, as their settings say, and the guests of a meeting where it says so: each once, however often the record comes. */
export async function mailReminders(record: JournalRecord, clock: Clock): Promise<void> {
  const { orgId } = record;
  for (const { activityId, remindAt, startsAt, day } of firedIn(record)) {
    const activity = await stillDue(orgId, activityId, remindAt);
    if (!activity) continue;
    for (const userId of peopleOf(activity)) {
      if (!(await mailReaderOf(orgId, userId, activity))) continue;
      const payload: z.input<typeof ReminderPayload> = { activityId, remindAt, startsAt, day };
      await intendOnce(
        { orgId, by: "reminders", keys: [`${activityId}.${remindAt}.${userId}`], causedBy: record.id, clock },
        { purpose: "reminder", subject: { kind: "activity", id: activityId }, userId, payload },
      );
    }
    const guestIds = activity.type === "MEETING" ? remindedGuests(meetingOf(activity), day) : [];
    for (const guestId of guestIds) {
      const payload: z.input<typeof MeetingMailPayload> = { kind: "reminded", guestId, recordId: record.id, remindAt };
      await intendOnce(
        { orgId, by: "reminders", keys: [`${activityId}.${remindAt}.${guestId}`], causedBy: record.id, clock },
        { purpose: "meeting", subject: { kind: "activity", id: activityId }, payload },
      );
    }
  }
}
