import type { NotificationEntry } from "../schema.ts";

/** Tag by which a page and the server identify the same reminder. */
export const reminderTag = (activityId: string, startsAt: string): string => `reminder.${activityId}.${startsAt}`;

/** Tag of a notification on screen: a later change of a meeting replaces an earlier one, while each assignment has its own. */
export function tagOf({
  id,
  kind,
  subjects: [subject],
  details,
  count,
}: Pick<NotificationEntry, "id" | "kind" | "subjects" | "details" | "count">): string {
  if (!subject || count > 1) return id;
  if (kind === "taskReminder" || kind === "meetingReminder") return reminderTag(subject.id, String(details["startsAt"]));
  // Each reply is another guest's.
  if (kind === "meetingAnswered") return id;
  return kind.startsWith("meeting") ? `meeting.${subject.id}` : `${kind}.${subject.id}`;
}
