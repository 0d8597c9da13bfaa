import { always, and, never, or, type Sql } from "../../data/replica/sql.ts";
import type { PermissionType } from "../../kernel/permission.ts";
import type { Scope } from "../../kernel/scope.ts";
import { activityTypes, definitionOf } from "../types/list.ts";

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

/** What somebody sees of activities by these scopes, as a condition on rows of `activity`; `isInSight` is the same for one. */
export function sightSql(sight: ReadonlyMap<PermissionType, Scope>): Sql {
  return or(
    [...sight].map(([permission, scope]) => {
      const types = activityTypes.filter((type) => definitionOf(type).permission === permission);
      if (types.length === 0) return never;
      return and([
        { text: `activity.type IN (${types.map((type) => `'${type}'`).join(", ")})`, params: [] },
        activityScopeSql(scope),
      ]);
    }),
  );
}
