import { partsOfCard } from "../../cards/index.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import type { ActivitySight } from "../sight.ts";
import { activityOfRow } from "./rows.ts";
import { sightSql } from "./scope.ts";

/**
 * A page of what was written on a card's timeline and deleted, within these scopes, latest first. Replies to a deleted comment come back with it: they are not
 * listed by themselves.
 */
export async function deletedOnTimeline(
  orgId: OrgId,
  sight: ActivitySight,
  cardId: CardId,
  { cursor, limit }: { readonly cursor: number; readonly limit: number },
): Promise<{ readonly activities: Activity[]; readonly nextCursor: number | null }> {
  const { statements } = await openReplica(orgId);
  const visible = sightSql(sight);
  const found = statements
    .of(
      `SELECT activity.* FROM activity WHERE activity.card_id IN (${partsOfCard}) AND activity.trashed_at IS NOT NULL
         AND ${visible.text}
         AND (activity.parent_id IS NULL
           OR EXISTS (SELECT 1 FROM activity AS parent WHERE parent.id = activity.parent_id AND parent.trashed_at IS NULL))
       ORDER BY activity.trashed_at DESC, activity.id DESC LIMIT ? OFFSET ?`,
    )
    .all(cardId, ...visible.params, limit + 1, cursor)
    .map(activityOfRow);
  return { activities: found.slice(0, limit), nextCursor: found.length > limit ? cursor + limit : null };
}
