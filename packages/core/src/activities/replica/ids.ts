import { inTime } from "../../data/replica/question-time.ts";
import { isId } from "../../kernel/id-form.ts";
import type { ActivityId, CardId, OrgId, UserId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";

/*
 * Which activities something is to be done to. Apart from the lists, so that a function that only deletes brings nothing of cards.
 */

async function ids(orgId: OrgId, condition: string, ...params: readonly string[]): Promise<ActivityId[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(`SELECT id FROM activity WHERE ${inTime("activity.id")} AND ${condition}`)
    .all(...params)
    .flatMap(({ id }) => (isId("act", id) ? [id] : []));
}

/** Everything that hangs on the cards, also in the trash: the comments on their tasks go first, as they are found by those. */
export const activitiesOfCards = (orgId: OrgId, cardIds: readonly CardId[]): Promise<ActivityId[]> =>
  ids(
    orgId,
    `(card_id IN (SELECT value FROM json_each(?))
      OR parent_id IN (SELECT id FROM activity AS task WHERE card_id IN (SELECT value FROM json_each(?)) AND ${inTime("task.id")}))
     ORDER BY parent_id IS NULL, id`,
    JSON.stringify(cardIds),
    JSON.stringify(cardIds),
  );

/** Everything whose time in the trash is up: trashed no later than `until`, and what answers it, which is shown nowhere without it and goes first. */
export const dueActivities = (orgId: OrgId, until: string): Promise<ActivityId[]> =>
  ids(
    orgId,
    `(trashed_at <= ? OR parent_id IN (SELECT id FROM activity AS answered WHERE trashed_at <= ? AND ${inTime("answered.id")})) ORDER BY parent_id IS NULL, id`,
    until,
    until,
  );

/** The meetings in which one of the cards is a guest, also in the trash. */
export const meetingsWithGuests = (orgId: OrgId, cardIds: readonly CardId[]): Promise<ActivityId[]> =>
  ids(
    orgId,
    `id IN (SELECT activity_id FROM activity_card WHERE card_id IN (SELECT value FROM json_each(?)) AND ${inTime("activity_id")}) ORDER BY id`,
    JSON.stringify(cardIds),
  );

/**
 * The mails outside the trash that a member's Gmail has brought, without those that they wrote in Kartis: searched among the stored values, since this rare query is
 * not worth an index.
 */
export const mailsOfMailbox = (orgId: OrgId, userId: UserId): Promise<ActivityId[]> =>
  ids(
    orgId,
    `type = 'MAIL' AND trashed_at IS NULL AND json_extract(held, '$.gmail.userId') = ? AND json_extract(held, '$.effectId') IS NULL ORDER BY id`,
    userId,
  );

/** Open tasks assigned to the person, including trashed ones, since those can be restored. */
export const unfinishedOf = (orgId: OrgId, userId: UserId): Promise<ActivityId[]> =>
  ids(orgId, "assignee = ? AND is_done = 0 ORDER BY id", userId);

/** Meetings on the calendar of the person that are not over at the instant, including trashed ones. */
export const upcomingOf = (orgId: OrgId, userId: UserId, at: string): Promise<ActivityId[]> =>
  ids(
    orgId,
    `(id IN (SELECT activity_id FROM activity_person WHERE user_id = ? AND ${inTime("activity_id")}) OR (type = 'MEETING' AND NOT has_people AND created_by = ?)) AND (ends_at IS NULL OR ends_at > ?) ORDER BY id`,
    userId,
    userId,
    at,
  );

/** Tasks of whole days that are not done, including trashed ones, with the instants at which they are due. */
export async function wholeDaysOf(
  orgId: OrgId,
): Promise<{ readonly id: ActivityId; readonly day: string; readonly dueAt: string }[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT id, due_day, due_at FROM activity WHERE ${inTime("activity.id")} AND type = 'TASK' AND is_done = 0 AND due_day IS NOT NULL ORDER BY id`,
    )
    .all()
    .flatMap(({ id, due_day: day, due_at: dueAt }) => (isId("act", id) ? [{ id, day: String(day), dueAt: String(dueAt) }] : []));
}
