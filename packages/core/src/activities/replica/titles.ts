import { isId } from "../../kernel/id-form.ts";
import type { ActivityId, OrgId } from "../../kernel/id.ts";
import { beginningOf } from "../../kernel/text.ts";
import { openReplica } from "../../replicas.ts";
import type { ActivitySight } from "../sight.ts";
import { sightSql } from "./scope.ts";
import { type ActivityType, definitionOf } from "../types/list.ts";
import { activityOfRow } from "./rows.ts";

/** A comment is called by its beginning. */
const longestTitle = 120;

interface Titled {
  readonly type: ActivityType;
  readonly title: string;
  readonly cardId: string | null;
  /** For a comment on a card, the one that a reply to it answers: itself, or where it is a reply, the first of its thread. */
  readonly threadId: ActivityId | null;
  /** For a comment on a task, that task. */
  readonly taskId: ActivityId | null;
  /** Of a task: it is done. */
  readonly isDone: boolean;
  /** How far the delivery of a message has come, as its type calls it; null for anything else. */
  readonly delivery: string | null;
}

/** Titles of activities and the card of each, by id, as far as the caller sees them; including trashed ones. */
export async function titlesOf(orgId: OrgId, sight: ActivitySight, ids: readonly string[]): Promise<Map<string, Titled>> {
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
        const { parentId } = values;
        const taskId = isId("act", values["taskId"]) ? values["taskId"] : null;
        const threadId = type !== "COMMENT" || taskId ? null : isId("act", parentId) ? parentId : id;
        const delivery = typeof values["delivery"] === "string" ? values["delivery"] : null;
        const isDone = values["done"] === true;
        return [id, { type, title: beginningOf(title, longestTitle), cardId, threadId, taskId, isDone, delivery }];
      }),
  );
}
