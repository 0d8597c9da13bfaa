import { conflicts, difference, withoutNulls } from "../cards/rules.ts";
import { type ChangeSet, check, put, remove, type Write } from "../data/commit.ts";
import type { Change, JournalAction } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import type { ActivityId, OrgId } from "../kernel/id.ts";
import type { StoredActivity } from "./activity.ts";
import type { Author } from "./author.ts";
import { conflictsByDay, versionedByDay } from "./by-day.ts";
import { activityEntity, shardOf } from "./entity.ts";
import type { ActivityValues } from "./types/definition.ts";
import { type ActivityType, definitionOf } from "./types/list.ts";

/** The write and the change for one activity: its part of a change set. */
export interface ActivityWrite {
  readonly activity: StoredActivity;
  readonly write: Write;
  readonly change: Change;
}

function write(orgId: OrgId, activity: StoredActivity, previousVersion: number | null): Write {
  const { id, automationId, trashedAt, ...rest } = activity;
  const present = { ...(automationId ? { automationId } : {}), ...(trashedAt ? { trashedAt } : {}) };
  const item = { orgId, shard: shardOf(id), activityId: id, ...rest, ...present };
  if (previousVersion === null) return put(activityEntity().create(item).params(), () => new KartisError("CONFLICT"));
  return put(
    activityEntity()
      .put(item)
      .where((attribute, { eq }) => eq(attribute.version, previousVersion))
      .params(),
    "stale",
  );
}

const subjectOf = (id: ActivityId): Change["subject"] => ({ kind: "activity", id });

/**
 * A new activity; its values have been accepted by its type's schema.
 * @param by its author, or only the `createdBy` of one that no automation makes
 */
export function creation(
  orgId: OrgId,
  type: ActivityType,
  id: ActivityId,
  given: ActivityValues,
  by: string | Author,
  at: string,
): ActivityWrite {
  const { createdBy, automationId } = typeof by === "string" ? { createdBy: by, automationId: null } : by;
  const values = withoutNulls(given);
  const activity: StoredActivity = {
    id,
    type,
    version: 1,
    values,
    fieldVersions: {},
    createdBy,
    automationId,
    createdAt: at,
    updatedAt: at,
    trashedAt: null,
  };
  return {
    activity,
    write: write(orgId, activity, null),
    change: {
      action: definitionOf(type).actions.create,
      subject: subjectOf(id),
      version: 1,
      before: null,
      after: { ...values, type, createdBy, ...(automationId ? { automationId } : {}) },
    },
  };
}

/**
 * A change of accepted values; undefined when the patch changes nothing. Throws CONFLICT naming the values that somebody changed after `expectedVersion`, and
 * INVALID_INPUT for a version that there has not been.
 * @param action what the journal calls it: an update, or one of the type's other edits.
 */
export function edit(
  orgId: OrgId,
  current: StoredActivity,
  patch: ActivityValues,
  expectedVersion: number | undefined,
  at: string,
  action: JournalAction = definitionOf(current.type).actions.update,
): ActivityWrite | undefined {
  if (expectedVersion !== undefined && expectedVersion > current.version)
    throw new KartisError("INVALID_INPUT", { fields: { expectedVersion: "validation.range" } });
  const { before, after } = difference(current.values, patch);
  const { derived, shared = [], dated = [] } = definitionOf(current.type);
  const { fieldVersions } = current;
  const clashing = conflicts(fieldVersions, expectedVersion, after).filter((name) => {
    if (derived.includes(name) || shared.includes(name)) return false;
    return !dated.includes(name) || conflictsByDay(fieldVersions, name, expectedVersion ?? 0, before[name], after[name]);
  });
  if (clashing.length > 0)
    throw new KartisError("CONFLICT", {
      fields: Object.fromEntries(clashing.map((name) => [name, "validation.changedMeanwhile"])),
    });
  if (Object.keys(after).length === 0) return undefined;
  const version = current.version + 1;
  const activity: StoredActivity = {
    ...current,
    version,
    values: withoutNulls({ ...current.values, ...after }),
    fieldVersions: {
      ...dated
        .filter((name) => name in after)
        .reduce((versions, name) => versionedByDay(versions, name, version, before[name], after[name]), fieldVersions),
      ...Object.fromEntries(Object.keys(after).map((name) => [name, version])),
    },
    updatedAt: at,
  };
  return {
    activity,
    write: write(orgId, activity, current.version),
    change: { action, subject: subjectOf(current.id), version, before, after },
  };
}

/** Moves an activity to the trash, or back out of it. Undefined when it is there already. */
export function trashing(orgId: OrgId, current: StoredActivity, trashed: boolean, at: string): ActivityWrite | undefined {
  if ((current.trashedAt !== null) === trashed) return undefined;
  const version = current.version + 1;
  const { actions, ...definition } = definitionOf(current.type);
  const { before, after } = difference(current.values, definition.trashed?.(current.values, at) ?? {});
  const values = withoutNulls({ ...current.values, ...after });
  const activity: StoredActivity = { ...current, values, version, trashedAt: trashed ? at : null, updatedAt: at };
  return {
    activity,
    write: write(orgId, activity, current.version),
    change: {
      action: trashed ? actions.delete : actions.restore,
      subject: subjectOf(current.id),
      version,
      before: { ...before, trashedAt: current.trashedAt },
      after: { ...after, trashedAt: activity.trashedAt },
    },
  };
}

/** Requires that the activity is still as it was read, for a transaction that writes something derived from it but not the activity itself. */
export const unchanged = (orgId: OrgId, { id, version }: Pick<StoredActivity, "id" | "version">): Write =>
  check(
    // ElectroDB has no condition check outside its own transactions; a deletion has the same key and condition.
    activityEntity()
      .remove({ orgId, shard: shardOf(id), activityId: id })
      .where((attribute, { eq }) => eq(attribute.version, version))
      .params(),
    "stale",
  );

/** Permanently deletes an activity. The record contains the deletion, but not the values. */
export const purging = (orgId: OrgId, { id, type, version, trashedAt }: StoredActivity): { write: Write; change: Change } => ({
  write: remove(
    activityEntity()
      .remove({ orgId, shard: shardOf(id), activityId: id })
      .where((attribute, { eq }) => eq(attribute.version, version))
      .params(),
    "stale",
  ),
  change: {
    action: definitionOf(type).actions.purge,
    subject: subjectOf(id),
    version: version + 1,
    before: { trashedAt },
    after: null,
  },
});

/** The change set for one activity and what follows from it, or the empty one that changes nothing. */
export function changeSetOf(
  written: ActivityWrite | undefined,
  otherwise: StoredActivity,
  more: readonly ActivityWrite[] = [],
): ChangeSet<StoredActivity> {
  if (!written) return { writes: [], records: [], result: otherwise };
  const all = [written, ...more];
  return {
    writes: all.map(({ write }) => write),
    records: [{ changes: all.map(({ change }) => change) }],
    result: written.activity,
  };
}
