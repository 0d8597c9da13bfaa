import * as z from "zod";
import type { Change } from "../../data/journal.ts";
import { changesOf, type RecordOf } from "../../data/payloads.ts";
import type { Clock } from "../../kernel/clock.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { ActivityId } from "../../kernel/id.ts";
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

/** Mails the people of what was fired, as their settings say, and the guests of a meeting where it says so: each once, however often the record comes. */
export async function mailReminders(record: RecordOf<"reminder.fire">, clock: Clock): Promise<void> {
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
