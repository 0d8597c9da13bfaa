import { type CommitContext, commit } from "../data/commit.ts";
import { maxChunkBytes, maxRecordBytes, maxTransactItems } from "../data/transaction.ts";
import type { ActivityId } from "../kernel/id.ts";
import type { StoredActivity } from "./activity.ts";
import { findActivities } from "./store.ts";
import type { ActivityWrite } from "./writes.ts";

/** Less the journal record. */
const itemsInChunk = maxTransactItems - 1;

/**
 * Changes activities, as many in one transaction, with one record, as fit it: a few are enough to fill one, since each is written whole.
 * @param decide the writes for some of them as they are now. No effects: it is called again when a transaction has to be prepared again, and for what did not fit.
 * @returns how many were changed; undefined when `isOver` said to stop first.
 */
export async function changeInChunks(
  context: CommitContext,
  ids: readonly ActivityId[],
  decide: (found: readonly StoredActivity[], at: string) => readonly ActivityWrite[] | Promise<readonly ActivityWrite[]>,
  isOver: () => boolean,
): Promise<number | undefined> {
  let changed = 0;
  let left = ids;
  while (left.length > 0) {
    if (isOver()) return undefined;
    const some = left.slice(0, itemsInChunk);
    const { result } = await commit(context, async (at) => {
      const found = await findActivities(context.orgId, some);
      const decided = await decide([...found.values()], at);
      const written = fitting(decided);
      return {
        writes: written.map(({ write }) => write),
        records: written.length > 0 ? [{ changes: written.map(({ change }) => change) }] : [],
        result: { count: written.length, postponed: decided.slice(written.length).map(({ activity }) => activity.id) },
      };
    });
    changed += result.count;
    left = [...result.postponed, ...left.slice(itemsInChunk)];
  }
  return changed;
}

/** The longest prefix that fits one transaction, at least one. */
function fitting(decided: readonly ActivityWrite[]): readonly ActivityWrite[] {
  let [bytes, recordBytes] = [0, 0];
  const end = decided.findIndex(({ activity, change }, index) => {
    bytes += Buffer.byteLength(JSON.stringify(activity));
    recordBytes += Buffer.byteLength(JSON.stringify(change));
    return index > 0 && (recordBytes > maxRecordBytes || bytes + recordBytes > maxChunkBytes);
  });
  return end === -1 ? decided : decided.slice(0, end);
}
