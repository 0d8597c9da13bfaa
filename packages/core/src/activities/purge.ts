import type { CommitContext } from "../data/commit.ts";
import { isId } from "../kernel/id-form.ts";
import type { ActivityId, CardId, OrgId } from "../kernel/id.ts";
import { commitMetered } from "../plans/index.ts";
import type { StoredActivity } from "./activity.ts";
import { activitiesOfCards, dueActivities } from "./replica/ids.ts";
import { findActivities } from "./store.ts";
import { definitionOf } from "./types/list.ts";
import { purging } from "./writes.ts";

/** Limit of a transaction, 100 items, less the journal record and the meter. */
const chunkSize = 98;

/**
 * Deletes for good what was trashed no later than `until`.
 * @returns true when nothing of the organization is due any more, false when `isOver` said to stop first.
 */
export async function purgeDueActivities(context: CommitContext, until: string, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const due = await dueActivities(context.orgId, until);
    if (due.length === 0) return true;
    const isDue = await dueBy(context.orgId, due, until);
    const { purged, isDone } = await purgeAll(context, due, isDue, isOver);
    // One that the replica considers due and the table does not was restored just now, or the replica is wrong: the next sweep looks again.
    if (!isDone || purged === 0) return false;
  }
}

/** Selects the activities that are due for purging, as stored in the table: those long enough in the trash, and replies to one of those or to a missing one. */
async function dueBy(orgId: OrgId, ids: readonly ActivityId[], until: string): Promise<(activity: StoredActivity) => boolean> {
  const found = await findActivities(orgId, ids);
  const isOver = (activity: StoredActivity | undefined) =>
    activity === undefined || (activity.trashedAt !== null && activity.trashedAt <= until);
  const asked = new Set<unknown>(ids);
  return (activity) => {
    if (activity.trashedAt !== null && activity.trashedAt <= until) return true;
    const { parentId } = definitionOf(activity.type).columns(activity.values);
    return isId("act", parentId) && asked.has(parentId) && isOver(found.get(parentId));
  };
}

/** Deletes for good everything that hangs on the cards. @returns how much that was, and whether it was everything. */
export async function purgeActivitiesOf(
  context: CommitContext,
  cardIds: readonly CardId[],
  isOver: () => boolean,
): Promise<{ purged: number; isDone: boolean }> {
  return purgeAll(context, await activitiesOfCards(context.orgId, cardIds), () => true, isOver);
}

async function purgeAll(
  context: CommitContext,
  ids: readonly ActivityId[],
  isMeant: (activity: StoredActivity) => boolean,
  isOver: () => boolean,
): Promise<{ purged: number; isDone: boolean }> {
  let purged = 0;
  for (let at = 0; at < ids.length; at += chunkSize) {
    if (at > 0 && isOver()) return { purged, isDone: false };
    purged += await purgeChunk(context, ids.slice(at, at + chunkSize), isMeant);
  }
  return { purged, isDone: true };
}

async function purgeChunk(
  context: CommitContext,
  ids: readonly ActivityId[],
  isMeant: (activity: StoredActivity) => boolean,
): Promise<number> {
  const { orgId } = context;
  const prepare = async () => {
    const meant = [...(await findActivities(orgId, ids)).values()].filter(isMeant).map((activity) => purging(orgId, activity));
    return {
      writes: meant.map(({ write }) => write),
      records: meant.length > 0 ? [{ changes: meant.map(({ change }) => change) }] : [],
      result: meant.length,
    };
  };
  // Nothing is used by it, whoever asks for it.
  return (await commitMetered(context, prepare, null)).result;
}
