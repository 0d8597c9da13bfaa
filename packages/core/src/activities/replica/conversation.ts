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

/** The messages of a conversation before a place, the latest first; for whoever sees the conversation. */
export async function messagesBefore(orgId: OrgId, chatId: ChatId, before: Place | null, limit: number): Promise<Activity[]> {
  const { statements } = await openReplica(orgId);
  const earlier = before ? "AND (happened_at, id) < (?, ?)" : "";
  return statements
    .of(
      `SELECT * FROM activity WHERE thread_id = ? AND trashed_at IS NULL AND ${inTime("id")} ${earlier}
       ORDER BY happened_at DESC, id DESC LIMIT ?`,
    )
    .all(chatId, ...(before ? [before.at, before.id] : []), limit)
    .map(activityOfRow);
}
