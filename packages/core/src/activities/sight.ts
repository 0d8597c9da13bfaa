import { scopeOf } from "../cards/index.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { type Activity, inScope } from "./activity.ts";
import { activityTypes, type ActivityType, definitionOf } from "./types/list.ts";

/** What somebody sees of each type of activity, by their permission to read it. */
export type ActivityScopes = readonly { readonly type: ActivityType; readonly scope: Scope }[];

export const activityScopesOf = ({ principal }: Pick<OrgContext, "principal">): Promise<ActivityScopes> =>
  Promise.all(
    activityTypes.map(async (type) => ({
      type,
      scope: await scopeOf({ principal, level: "ORGANIZATION" }, definitionOf(type).permission),
    })),
  );

export const isActivitySeen = (scopes: ActivityScopes, activity: Pick<Activity, "type" | "values" | "createdBy">): boolean =>
  scopes.some(({ type, scope }) => type === activity.type && inScope(scope, activity));
