import {
  changedDays,
  definitionOf,
  edit,
  findActivities,
  isEdit,
  requireReached,
  requireTaskSeen,
  rightOver,
  trashing,
  withoutChange,
  type ActivityWrite,
  type StoredActivity,
} from "../activities/index.ts";
import { scopeOf } from "../cards/index.ts";
import { isSame } from "../cards/rules.ts";
import type { Change, JournalRecord } from "../data/journal.ts";
import { recordsById } from "../data/replica/feed.ts";
import { recordsAbout } from "../data/trail/about.ts";
import { KartisError } from "../kernel/error.ts";
import { isId, type OrgId, type RecordId } from "../kernel/id.ts";
import { type OrgContext, requireRight } from "../kernel/procedure.ts";
import { openTrail } from "../replicas.ts";
import { findOrganization } from "../organizations/index.ts";
import { commitMetered } from "../plans/index.ts";
import { withoutDeadFiles } from "./files.ts";

/**
 * Undoes a record about activities, all of it or nothing, by an ordinary commit. Needs the permission for what the inverse does, within the actor's scope.
 * Throws NOT_FOUND; CONFLICT when one was changed since; PRECONDITION_FAILED for what cannot be undone.
 * @returns the record that undoes the undo; null when nothing had to change.
 */
export async function undoActivities(
  { id: recordId, changes, actor: by }: JournalRecord,
  context: OrgContext,
): Promise<RecordId | null> {
  const { principal, actor, clock, requestId } = context;
  const { orgId } = principal;
  // It follows from the zone of the organization, which can be changed back.
  if (by.kind === "system" && by.id === "timeZone") throw irreversible();
  const scopes = await Promise.all(
    changes.map(async (change) => {
      const right = rightOver(inverseOf(change));
      return scopeOf({ ...context, ...requireRight(right, context) }, right[0]);
    }),
  );
  const { records } = await commitMetered({ orgId, actor, clock, requestId, origin: "undo", causedBy: recordId }, async (at) => {
    const [found, timeZone] = await Promise.all([
      findActivities(
        orgId,
        changes.flatMap(({ subject: { id } }) => (isId("act", id) ? [id] : [])),
      ),
      timeZoneOf(orgId),
    ]);
    // A comment on a task is out of reach with it.
    for (const { values } of found.values()) await requireTaskSeen(context, values);
    const living = await Promise.all(changes.map((change) => withoutDeadFiles(orgId, change)));
    const restored = await Promise.all(
      changes.map(async (change) => (isRestore(change) ? valuesAfter(orgId, recordId, change.subject.id) : {})),
    );
    const written = living.flatMap((change, index) => {
      const scope = scopes[index];
      const { id } = change.subject;
      if (!scope || !isId("act", id)) throw new KartisError("NOT_FOUND");
      const undone = undoing(orgId, requireReached(scope, found.get(id)), change, at, timeZone, restored[index]);
      return undone ? withSameNotice(undone, change) : [];
    });
    return {
      writes: written.map(({ write }) => write),
      records: written.length > 0 ? [{ changes: written.map(({ change }) => change) }] : [],
      result: undefined,
    };
  });
  return records[0]?.id ?? null;
}

/** The action whose right the inverse needs. Throws PRECONDITION_FAILED for what cannot be undone. */
export function inverseOf({ action }: Change): { readonly action: Change["action"]; readonly does: "update" | "delete" } {
  if (isEdit(action)) return { action, does: "update" };
  if (/\.(?:create|delete|restore)$/.test(action)) return { action, does: "delete" };
  throw irreversible();
}

const irreversible = () => new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });

/** The zone by whose days the organization's tasks are due. Throws NOT_FOUND. */
export async function timeZoneOf(orgId: OrgId): Promise<string> {
  const organization = await findOrganization(orgId);
  if (!organization) throw new KartisError("NOT_FOUND");
  return organization.timeZone;
}

/**
 * The inverse as an ordinary write; undefined where nothing would change. Throws CONFLICT and PRECONDITION_FAILED. A value counts as changed since when it is neither what the
 * change left nor what was there before it; of a list by day, only what it has of the days of the change counts.
 * @param timeZone that of the organization now
 * @param restored of a restore: what the values that were changed since were then, as far as that is known
 */
export function undoing(
  orgId: OrgId,
  current: StoredActivity,
  change: Change,
  at: string,
  timeZone: string,
  restored: Values = {},
): ActivityWrite | undefined {
  const { action, before, after } = change;
  const definition = definitionOf(current.type);
  const { derived, shared = [], dated = [], dating = [], counting = [] } = definition;
  const follows = (name: string) => derived.includes(name) || shared.includes(name);
  if (action.endsWith(".create")) {
    // A value that was changed since and put back counts as unchanged; one that counts changes is never put back.
    const since = Object.keys(current.fieldVersions).filter(
      (name) => !counting.includes(name) && !isSame(current.values[name] ?? null, after?.[name] ?? null),
    );
    requireUnchanged(current, definition.canCallBack?.(current.values) ? since.filter((name) => !follows(name)) : since);
    return trashing(orgId, current, true, at);
  }
  if (isRestore(change)) {
    const isAsThen = (name: string) =>
      counting.includes(name) || (name in restored && isSame(current.values[name] ?? null, restored[name] ?? null));
    // The versions of single days come with that of their list.
    const lists = dated.filter((name) => name in restored);
    const since = Object.entries(current.fieldVersions).flatMap(([name, version]) =>
      version > change.version && !isAsThen(name) && !lists.some((list) => name.startsWith(`${list}.`)) ? [name] : [],
    );
    requireUnchanged(current, since);
    return trashing(orgId, current, true, at);
  }
  if (action.endsWith(".delete")) {
    if (current.trashedAt !== null && current.trashedAt !== after?.["trashedAt"])
      throw new KartisError("CONFLICT", { messageKey: "errors.undo.movedActivity" });
    return trashing(orgId, current, false, at);
  }
  if (current.trashedAt) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.trashedActivity" });
  const isSince = (name: string) => (current.fieldVersions[name] ?? 1) > change.version;
  // If it is no longer certain which entry a day identifies, the list is undone as a whole.
  const byDay = dating.some((name) => isSince(name) || name in (after ?? {}))
    ? []
    : dated.filter((name) => name in (after ?? {}));
  const lists = new Map(
    byDay.map((name) => [name, withoutChange(current.values[name], { before: before?.[name], after: after?.[name] })]),
  );
  const old = (name: string): unknown => (lists.has(name) ? lists.get(name)?.list : before?.[name]);
  const names = Object.keys(before ?? {}).filter((name) => !isSame(current.values[name], old(name)));
  const isAsLeft = (name: string) => isSame(current.values[name], after?.[name]);
  const contested = names.every(follows) ? names : names.filter((name) => !follows(name));
  requireUnchanged(current, [
    ...contested.filter((name) => !lists.has(name) && !isAsLeft(name)),
    ...byDay.filter((name) => lists.get(name)?.isContested),
  ]);
  const patch = Object.fromEntries(names.map((name) => [name, old(name) ?? null]));
  const days = byDay.length > 0 ? byDay.flatMap((name) => changedDays(before?.[name], after?.[name])) : undefined;
  const undone = definition.undone?.(current.values, patch, isAsLeft, timeZone, {
    before: before ?? {},
    after: after ?? {},
    days,
  });
  return edit(orgId, current, undone ?? patch, undefined, at, action);
}

const isRestore = ({ action }: Pick<Change, "action">): boolean => action.endsWith(".restore");

/** The most later records that are read to see whether what they changed has been put back. */
const mostRead = 50;

type Values = Readonly<Record<string, unknown>>;

/** What those values of the activity that later records changed were after the given one. None are known where there are too many records. */
async function valuesAfter(orgId: OrgId, recordId: RecordId, activityId: string): Promise<Values> {
  const later = recordsAbout(await openTrail(orgId), activityId).filter((id) => id > recordId);
  if (later.length > mostRead) return {};
  const values: Record<string, unknown> = {};
  // The earliest of them is the last to say what was there before.
  for (const { changes } of (await recordsById(orgId, later)).toReversed())
    for (const { subject, before, after, erased } of changes.toReversed()) {
      if (subject.id !== activityId || erased) continue;
      for (const name of Object.keys(after ?? {})) values[name] = before?.[name] ?? null;
    }
  return values;
}

function requireUnchanged({ trashedAt }: StoredActivity, changedSince: readonly string[]): void {
  if (changedSince.length === 0 || trashedAt !== null) return;
  throw new KartisError("CONFLICT", {
    messageKey: "errors.undo.changedActivity",
    fields: Object.fromEntries(changedSince.map((name) => [name, "validation.changedMeanwhile"])),
  });
}

/** Guests who were not to learn of a change have nothing to learn when it is undone. */
export function withSameNotice(undone: ActivityWrite, { notifyGuests }: Change): ActivityWrite {
  return notifyGuests === undefined ? undone : { ...undone, change: { ...undone.change, notifyGuests } };
}
