import type { CommitContext } from "../data/commit.ts";
import { instant } from "../kernel/clock.ts";
import type { UserId } from "../kernel/id.ts";
import { changeInChunks } from "./in-chunks.ts";
import { unfinishedOf, upcomingOf } from "./replica/ids.ts";
import { definitionOf } from "./types/list.ts";
import { edit } from "./writes.ts";

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
  const changed = await changeInChunks(
    context,
    ids,
    (found, now) =>
      found.flatMap((activity) => {
        const patch = definitionOf(activity.type).handedOver?.(activity.values, userId, heirId, activity.createdBy) ?? {};
        return edit(orgId, activity, patch, undefined, now) ?? [];
      }),
    isOver,
  );
  return changed !== undefined;
}
