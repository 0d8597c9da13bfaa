import type { StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import { definitionOf } from "../types/list.ts";
import { participantsOn } from "../types/meeting.ts";
import type { Membership } from "../../kernel/actor.ts";
import { isId, type ActivityId, type OrgId, type UserId } from "../../kernel/id.ts";
import { findMembership } from "../../organizations/index.ts";
import { findRecipient, type User } from "../../users/index.ts";
import { reminderOf } from "./schedule.ts";

/** The people who are reminded of an activity: whoever is to do it, or takes part; of one occurrence of a series, those who take part in that. */
export function peopleOf({ type, values }: Pick<StoredActivity, "type" | "values">, day: string | null): UserId[] {
  if (type === "MEETING") return [...new Set(participantsOn(values, day))];
  const { assignee, people } = definitionOf(type).columns(values);
  return [...new Set([assignee, ...people])].flatMap((userId) => (isId("usr", userId) ? [userId] : []));
}

/** The activity, if this reminder of it still holds: it has not been done, deleted or moved since. */
export async function stillDue(orgId: OrgId, activityId: ActivityId, remindAt: string): Promise<StoredActivity | undefined> {
  const activity = (await findActivities(orgId, [activityId])).get(activityId);
  return reminderOf(activity, remindAt)?.at === remindAt ? activity : undefined;
}

/** The setting that switches reminders of a type on and off. */
export const topicOf = (type: string): "tasks" | "meetings" => (type === "MEETING" ? "meetings" : "tasks");

/** Somebody who is reminded by mail, and their place in the organization. */
export type MailReader = User & { readonly membership: Membership };

/** The person, if they may see activities of the type and want to be reminded of them by mail. */
export async function mailReaderOf(
  orgId: OrgId,
  userId: UserId,
  { type }: Pick<StoredActivity, "type">,
): Promise<MailReader | undefined> {
  const [membership, reader] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
  if (!membership?.grants[`${definitionOf(type).permission}.read`]) return undefined;
  const wanted = reader?.notifications;
  const wants = wanted?.email && wanted.reminderMails && wanted[topicOf(type)];
  return reader && wants ? { ...reader, membership } : undefined;
}
