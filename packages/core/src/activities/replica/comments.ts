import type { ActivityId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { ActivitySight } from "../sight.ts";
import { sightSql } from "./scope.ts";

/** The number of comments on each of these tasks that the caller sees; tasks without any are absent. */
export async function countComments(
  orgId: OrgId,
  sight: ActivitySight,
  taskIds: readonly ActivityId[],
): Promise<Record<string, number>> {
  if (taskIds.length === 0) return {};
  const { statements } = await openReplica(orgId);
  const visible = sightSql(sight);
  const rows = statements
    .of(
      `SELECT parent_id, count(*) AS n FROM activity
       WHERE parent_id IN (SELECT value FROM json_each(?)) AND trashed_at IS NULL AND ${visible.text} GROUP BY parent_id`,
    )
    .all(JSON.stringify(taskIds), ...visible.params);
  return Object.fromEntries(rows.map((row) => [String(row["parent_id"]), Number(row["n"])]));
}
