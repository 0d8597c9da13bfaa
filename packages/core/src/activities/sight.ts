import { scopeOf } from "../cards/index.ts";
import type { JournalAction } from "../data/journal.ts";
import type { PermissionType } from "../kernel/permission.ts";
import type { OrgContext } from "../kernel/procedure.ts";
import type { Scope } from "../kernel/scope.ts";
import { type Activity, inScope } from "./activity.ts";
import { activityPermissions, definitionOf } from "./types/list.ts";
import { definitionOver } from "./types/rights.ts";

/** Scopes within which someone may read activities, by permission type. */
export type ActivitySight = ReadonlyMap<PermissionType, Scope>;

export async function activitySightOf({ principal }: Pick<OrgContext, "principal">): Promise<ActivitySight> {
  const scopes = activityPermissions.map(
    async (permission) => [permission, await scopeOf({ principal, level: "ORGANIZATION" }, permission)] as const,
  );
  return new Map(await Promise.all(scopes));
}

const nothing: Scope = { kind: "people", userIds: [] };

export const isInSight = (sight: ActivitySight, activity: Pick<Activity, "type" | "values" | "createdBy">): boolean =>
  inScope(sight.get(definitionOf(activity.type).permission) ?? nothing, activity);

/** Whether the person sees every activity of the type that this action concerns, including permanently deleted ones. */
export function seesAllOf(sight: ActivitySight, action: JournalAction): boolean {
  const definition = definitionOver(action);
  return definition !== undefined && sight.get(definition.permission)?.kind === "organization";
}
