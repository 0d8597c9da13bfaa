import { always, never, type Sql } from "../../cards/index.ts";
import type { Scope } from "../../kernel/scope.ts";

/** The scope as a condition on rows of `activity`; `inScope` is the same for one that was read by key. */
export function activityScopeSql(scope: Scope): Sql {
  if (scope.kind === "organization") return always;
  if (scope.userIds.length === 0) return never;
  const people = scope.userIds.map(() => "?").join(", ");
  return {
    text: `(activity.created_by IN (${people}) OR activity.assignee IN (${people})
            OR activity.has_people AND EXISTS (SELECT 1 FROM activity_person WHERE user_id IN (${people}) AND activity_id = activity.id))`,
    params: [...scope.userIds, ...scope.userIds, ...scope.userIds],
  };
}
