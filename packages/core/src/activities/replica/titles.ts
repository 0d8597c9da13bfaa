import { and, or } from "../../cards/index.ts";
import type { OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { ActivityScopes } from "../sight.ts";
import { activityScopeSql } from "./scope.ts";

/** The titles of activities by id, also of those in the trash, where the caller sees them. */
export async function titlesOf(orgId: OrgId, scopes: ActivityScopes, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { statements } = await openReplica(orgId);
  const visible = or(
    scopes.map(({ type, scope }) => and([{ text: "activity.type = ?", params: [type] }, activityScopeSql(scope)])),
  );
  return new Map(
    statements
      .of(
        `SELECT id, json_extract(held, '$.title') AS title FROM activity
         WHERE id IN (SELECT value FROM json_each(?)) AND ${visible.text}`,
      )
      .all(JSON.stringify(ids), ...visible.params)
      .map(({ id, title }) => [String(id), String(title ?? "")]),
  );
}
