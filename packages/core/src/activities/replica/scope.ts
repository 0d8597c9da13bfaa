import { inTime } from "../../data/replica/question-time.ts";
import { always, and, never, or, type Sql } from "../../data/replica/sql.ts";
import type { PermissionType } from "../../kernel/permission.ts";
import type { Scope } from "../../kernel/scope.ts";
import { activityTypes, definitionOf } from "../types/list.ts";

/** Nothing at all is in the scope. SQLite refuses INDEXED BY when the condition can match no row. */
export const seesNone = (scope: Scope): boolean => scope.kind === "people" && scope.userIds.length === 0;

const timed = (row: string): Sql => ({ text: inTime(`${row}.id`), params: [] });

/** The scope as a condition on rows of `activity`, or of it under another name; `inScope` is the same for one that was read by key. */
export const activityScopeSql = (scope: Scope, row = "activity"): Sql => and([timed(row), reachedSql(scope, row)]);

function reachedSql(scope: Scope, row: string): Sql {
  if (scope.kind === "organization") return always;
  if (seesNone(scope)) return never;
  const people = scope.userIds.map(() => "?").join(", ");
  return {
    text: `(${row}.created_by IN (${people}) OR ${row}.assignee IN (${people})
            OR ${row}.has_people AND EXISTS (SELECT 1 FROM activity_person WHERE user_id IN (${people}) AND activity_id = ${row}.id AND ${inTime("user_id")}))`,
    params: [...scope.userIds, ...scope.userIds, ...scope.userIds],
  };
}

/** Comments on a task are seen with it. */
function onSeenTask(scope: Scope | undefined, row: string): Sql {
  if (scope?.kind === "organization") return always;
  const seen = scope ? reachedSql(scope, "task") : never;
  return {
    text: `(${row}.parent_id IS NULL OR ${row}.type <> 'COMMENT' OR ${row}.card_id IS NOT NULL
            OR EXISTS (SELECT 1 FROM activity AS task WHERE task.id = ${row}.parent_id AND ${seen.text}))`,
    params: seen.params,
  };
}

/**
 * Condition for activities that someone sees by these scopes, on rows of `activity` or an alias of it; `isInSight` is the same for one activity. It finds
 * no rows by itself: the plus keeps SQLite from going through all activities of a type where there is a narrower way, by ids or by a card.
 */
export function sightSql(sight: ReadonlyMap<PermissionType, Scope>, row = "activity"): Sql {
  const reached = or(
    [...sight].map(([permission, scope]) => {
      const types = activityTypes.filter((type) => definitionOf(type).permission === permission);
      if (types.length === 0) return never;
      return and([
        { text: `+${row}.type IN (${types.map((type) => `'${type}'`).join(", ")})`, params: [] },
        reachedSql(scope, row),
      ]);
    }),
  );
  return and([timed(row), reached, onSeenTask(sight.get("TASKS"), row)]);
}
