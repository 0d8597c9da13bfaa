import { type CommitContext, commit } from "../data/commit.ts";
import { instant } from "../kernel/clock.ts";
import type { UserId } from "../kernel/id.ts";
import { unfinishedOf, upcomingOf } from "./replica/ids.ts";
import { findActivities } from "./store.ts";
import { definitionOf } from "./types/list.ts";
import { edit } from "./writes.ts";

/** Limit of a transaction, 100 items, less the journal record. */
const chunkSize = 99;

/**
 * Puts the heir in the person's place in whatever they have not done, and in meetings that are not over; what is done stays theirs.
 * @returns true when nothing is left, false when `isOver` said to stop first.
 */
export async function handOverActivities(
  context: CommitContext,
  { userId, heirId }: { readonly userId: UserId; readonly heirId: UserId },
  isOver: () => boolean,
): Promise<boolean> {
  const { orgId } = context;
  const [unfinished, upcoming] = [await unfinishedOf(orgId, userId), await upcomingOf(orgId, userId, instant(context.clock))];
  const ids = [...new Set([...unfinished, ...upcoming])];
  for (let at = 0; at < ids.length; at += chunkSize) {
    if (isOver()) return false;
    await commit(context, async (now) => {
      const found = await findActivities(orgId, ids.slice(at, at + chunkSize));
      const written = [...found.values()].flatMap((activity) => {
        const patch = definitionOf(activity.type).handedOver?.(activity.values, userId, heirId, activity.createdBy) ?? {};
        return edit(orgId, activity, patch, undefined, now) ?? [];
      });
      return {
        writes: written.map(({ write }) => write),
        records: written.length > 0 ? [{ changes: written.map(({ change }) => change) }] : [],
        result: undefined,
      };
    });
  }
  return true;
}
