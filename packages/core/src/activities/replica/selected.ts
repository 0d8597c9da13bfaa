import type { Sql } from "../../data/replica/sql.ts";
import { isId } from "../../kernel/id-form.ts";
import type { ActivityId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { StoredActivity } from "../activity.ts";
import { activityOfRow } from "./rows.ts";

/** The activities of these ids as the replica has them, regardless of scope, to see what a change would make of them; they cannot be written. */
export async function activitiesToPreview(orgId: OrgId, ids: readonly ActivityId[]): Promise<Map<ActivityId, StoredActivity>> {
  const { statements } = await openReplica(orgId);
  return new Map(
    statements
      .of("SELECT * FROM activity WHERE id IN (SELECT value FROM json_each(?))")
      .all(JSON.stringify(ids))
      .map((row) => ({ ...activityOfRow(row), fieldVersions: {} }))
      .map((activity) => [activity.id, activity]),
  );
}

/** The ids that the query finds, in its order. */
export async function idsFound(orgId: OrgId, { text, params }: Sql): Promise<ActivityId[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(text)
    .all(...params)
    .flatMap(({ id }) => (isId("act", id) ? [id] : []));
}
