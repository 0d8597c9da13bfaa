import type { StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import { definitionOf } from "../types/list.ts";
import { participantsOn } from "../types/meeting.ts";
import type { Membership } from "../../kernel/actor.ts";
import { isId, type ActivityId, type OrgId, type UserId } from "../../kernel/id.ts";
import { findMembership, remindsMembersBySms } from "../../organizations/index.ts";
import { findRecipient, type Profile, type User } from "../../users/index.ts";
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

/** A person who is reminded, and their place in the organization. */
export type Reminded = User & Pick<Profile, "notifications" | "phone" | "provenPhone"> & { readonly membership: Membership };

/** The person, if they are a member who may see activities of the type and wants to know of them. */
async function remindedOf(orgId: OrgId, userId: UserId, { type }: Pick<StoredActivity, "type">): Promise<Reminded | undefined> {
  const [membership, reader] = await Promise.all([findMembership(userId, orgId), findRecipient(userId)]);
  if (!membership?.grants[`${definitionOf(type).permission}.read`]) return undefined;
  return reader?.notifications[topicOf(type)] ? { ...reader, membership } : undefined;
}

/** The person, if they may see activities of the type and want to be reminded of them by mail. */
export async function mailReaderOf(...of: Parameters<typeof remindedOf>): Promise<Reminded | undefined> {
  const reader = await remindedOf(...of);
  return reader?.notifications.email && reader.notifications.reminderMails ? reader : undefined;
}

/** The person, if they want to be reminded of such activities by SMS. Whether they can be is another question. */
export async function smsReaderOf(...of: Parameters<typeof remindedOf>): Promise<Reminded | undefined> {
  const reader = await remindedOf(...of);
  return reader?.notifications.reminderSms ? reader : undefined;
}

/** Whether the person wants SMS about such activities and has proven a number to be theirs, and their organization pays for them. */
export const isRemindedBySms = async (...of: Parameters<typeof remindedOf>): Promise<boolean> =>
  ((await smsReaderOf(...of))?.provenPhone ?? null) !== null && (await remindsMembersBySms(of[0]));
