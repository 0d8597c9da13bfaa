import { type CommitContext, commit } from "../data/commit.ts";
import type { UserId } from "../kernel/id.ts";
import { unfinishedOf } from "./replica/ids.ts";
import { findActivities } from "./store.ts";
import { edit } from "./writes.ts";

/** With the journal record, a transaction's hundred items. */
const chunkSize = 99;

/**
 * Assigns to the heir whatever the person has not done; what they have done stays theirs.
 * @returns true when nothing is left, false when `isOver` said to stop first.
 */
export async function handOverActivities(
  context: CommitContext,
  { userId, heirId }: { readonly userId: UserId; readonly heirId: UserId },
  isOver: () => boolean,
): Promise<boolean> {
  const { orgId } = context;
  const ids = await unfinishedOf(orgId, userId);
  for (let at = 0; at < ids.length; at += chunkSize) {
    if (isOver()) return false;
    await commit(context, async (now) => {
      const found = await findActivities(orgId, ids.slice(at, at + chunkSize));
      const theirs = [...found.values()].filter(({ values }) => values["assignedTo"] === userId);
      const written = theirs.flatMap((activity) => edit(orgId, activity, { assignedTo: heirId }, undefined, now) ?? []);
      return {
        writes: written.map(({ write }) => write),
        records: written.length > 0 ? [{ changes: written.map(({ change }) => change) }] : [],
        result: undefined,
      };
    });
  }
  return true;
}
