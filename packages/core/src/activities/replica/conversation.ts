import { type ChatSight, messageSql } from "../../chats/index.ts";
import { inTime } from "../../data/replica/question-time.ts";
import { type ActivityId, type ChatId, isId, type OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import { activityOfRow } from "./rows.ts";
import type { Place } from "./timeline.ts";

const mostUnsent = 100;

/** The conversation's messages that were not sent, or may not have been, and that nobody has given up; the latest first. */
export async function unsentIn(orgId: OrgId, chatId: ChatId): Promise<ActivityId[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT id FROM activity WHERE thread_id = ? AND is_unsent = 1 AND trashed_at IS NULL AND ${inTime("id")}
       ORDER BY happened_at DESC, id DESC LIMIT ${mostUnsent}`,
    )
    .all(chatId)
    .flatMap(({ id }) => (isId("act", id) ? [id] : []));
}

/** The messages before a place that the caller sees, the latest first, of a conversation that they see. */
export async function messagesBefore(
  orgId: OrgId,
  chatId: ChatId,
  sight: ChatSight,
  before: Place | null,
  limit: number,
): Promise<Activity[]> {
  const { statements } = await openReplica(orgId);
  const seen = messageSql(sight);
  const earlier = before ? "AND (activity.happened_at, activity.id) < (?, ?)" : "";
  return statements
    .of(
      `SELECT activity.* FROM activity JOIN chat ON chat.id = activity.thread_id
       WHERE activity.thread_id = ? AND activity.trashed_at IS NULL AND ${inTime("activity.id")} AND ${seen.text} ${earlier}
       ORDER BY activity.happened_at DESC, activity.id DESC LIMIT ?`,
    )
    .all(chatId, ...seen.params, ...(before ? [before.at, before.id] : []), limit)
    .map(activityOfRow);
}
