import { beginningOf } from "../../kernel/text.ts";
import type { OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { ActivitySight } from "../sight.ts";
import { sightSql } from "./scope.ts";
import { definitionOf } from "../types/list.ts";
import { activityOfRow } from "./rows.ts";

/** A comment is called by its beginning. */
const longestTitle = 120;

/** Titles of activities and the card of each, by id, as far as the caller sees them; including trashed ones. */
export async function titlesOf(
  orgId: OrgId,
  sight: ActivitySight,
  ids: readonly string[],
): Promise<Map<string, { readonly title: string; readonly cardId: string | null }>> {
  if (ids.length === 0) return new Map();
  const { statements } = await openReplica(orgId);
  const visible = sightSql(sight);
  return new Map(
    statements
      .of(`SELECT * FROM activity WHERE id IN (SELECT value FROM json_each(?)) AND ${visible.text}`)
      .all(JSON.stringify(ids), ...visible.params)
      .map(activityOfRow)
      .map(({ id, type, values }) => {
        const { title, cardId } = definitionOf(type).columns(values);
        return [id, { title: beginningOf(title, longestTitle), cardId }];
      }),
  );
}
