import { readItem } from "../data/early-reads.ts";
import { attributesOf } from "../data/entity.ts";
import { itemsByKey } from "../data/items-by-key.ts";
import { KartisError } from "../kernel/error.ts";
import { type ActivityId, isId, type OrgId } from "../kernel/id.ts";
import { type Scope, seenIn } from "../kernel/scope.ts";
import { inScope, type StoredActivity } from "./activity.ts";
import { activityEntity, shardOf } from "./entity.ts";
import type { ActivityValues } from "./types/definition.ts";
import { type ActivityType, definitionOf, isActivityType } from "./types/list.ts";

/** An item of the table as an activity. */
export function activityOf(item: Readonly<Record<string, unknown>>): StoredActivity {
  const { activityId, type, version, values, fieldVersions, createdBy, automationId, createdAt, updatedAt, trashedAt } =
    attributesOf(activityEntity(), item);
  if (!isId("act", activityId) || !isActivityType(type)) throw new Error(`Not an activity: ${activityId}`);
  return {
    id: activityId,
    type,
    version,
    values: values as ActivityValues, // ElectroDB types "any" as any
    fieldVersions: fieldVersions as Readonly<Record<string, number>>,
    createdBy,
    automationId: isId("aut", automationId) ? automationId : null,
    createdAt,
    updatedAt,
    trashedAt: trashedAt ?? null,
  };
}

export const activityKey = (orgId: OrgId, activityId: string) =>
  activityEntity()
    .get({ orgId, shard: shardOf(activityId), activityId })
    .params();

/** The activities of these ids, strongly consistent, regardless of scope; missing ones are left out. */
export async function findActivities(orgId: OrgId, ids: readonly ActivityId[]): Promise<Map<ActivityId, StoredActivity>> {
  // ElectroDB types its params as a record
  const keys = [...new Set(ids)].map((id) => activityKey(orgId, id)["Key"] as Record<string, unknown>);
  return new Map((await itemsByKey(keys)).map(activityOf).map((activity) => [activity.id, activity]));
}

/**
 * The activity, strongly consistent, if it is of the type and the permission behind the scope covers it. Throws NOT_FOUND otherwise, so that a missing one and a
 * hidden one cannot be distinguished; NO_PERMISSION for one that the actor can see nonetheless.
 */
export async function getActivity(orgId: OrgId, scope: Scope, type: ActivityType, id: ActivityId): Promise<StoredActivity> {
  const item = await readItem(activityKey(orgId, id));
  return requireReached(scope, ofType(type, item && activityOf(item)));
}

/** The activity if it is of the type: each has permissions of its own. */
export const ofType = (type: ActivityType, activity: StoredActivity | undefined): StoredActivity | undefined =>
  activity?.type === type ? activity : undefined;

/** Like `getActivity`, for one that was already read. */
export function requireReached(scope: Scope, activity: StoredActivity | undefined): StoredActivity {
  if (activity && inScope(scope, activity)) return activity;
  if (!activity || !inScope(seenIn(scope), activity)) throw new KartisError("NOT_FOUND");
  throw new KartisError("NO_PERMISSION", { messageKey: definitionOf(activity.type).readOnlyKey });
}
