import type { StoredActivity } from "../activity.ts";
import { meetingAt, meetingOf, occurrenceNamed } from "../meetings/rules.ts";
import type { Meeting } from "../meetings/meeting.ts";
import { reminderOf } from "../reminders/schedule.ts";

/** The guests who can be reminded of a time: those who have not declined it, nor said that they want no reminders. */
export function remindedGuests(meeting: Meeting, day: string | null): string[] {
  const { guests = [] } = occurrenceNamed(meeting, day ?? undefined) ?? {};
  return guests.flatMap(({ id, rsvp }) => (rsvp === "DECLINED" || meeting.withoutReminders.includes(id) ? [] : [id]));
}

/**
 * The time that a guest is reminded of, as a meeting of its own; undefined where the reminder does not hold any more, since the meeting was moved or canceled, or
 * the guest has declined, been taken off, or wants no reminders.
 */
export function remindedTime(
  activity: StoredActivity,
  guestId: string | null,
  remindAt: string | undefined,
): { readonly meeting: Meeting; readonly day: string | null } | undefined {
  if (remindAt === undefined) return undefined;
  const reminder = reminderOf(activity, remindAt);
  if (reminder?.at !== remindAt) return undefined;
  const meeting = meetingOf(activity);
  const { day } = reminder;
  const time = remindedGuests(meeting, day).some((id) => id === guestId) ? meetingAt(meeting, day) : undefined;
  return time && { meeting: time, day };
}
