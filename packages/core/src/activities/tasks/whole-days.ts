import { isDay } from "../../cards/fields/day.ts";
import type { CommitContext } from "../../data/commit.ts";
import type { OrgId } from "../../kernel/id.ts";
import { endOfDay } from "../../kernel/zoned-time.ts";
import { findOrganization } from "../../organizations/index.ts";
import type { StoredActivity } from "../activity.ts";
import { changeInChunks } from "../in-chunks.ts";
import { wholeDaysOf } from "../replica/ids.ts";
import { edit } from "../writes.ts";
import { byZone } from "./next-due.ts";

/**
 * Has tasks of whole days that are not done be due at the end of their day in the organization's zone as it is now, however often and in whatever zones it was changed.
 * Harmless to repeat: what is due then already is left alone.
 * @returns true when nothing is left, false when `isOver` said to stop first.
 */
export async function realignWholeDays(context: CommitContext, isOver: () => boolean): Promise<boolean> {
  const { orgId } = context;
  // Tasks may be made by the former zone while this runs: the last pass finds none.
  for (;;) {
    const timeZone = (await findOrganization(orgId))?.timeZone;
    if (timeZone === undefined) return true;
    const ends = new Map<string, string>();
    const endOf = (day: string) => ends.get(day) ?? ends.set(day, endOfDay(day, timeZone)).get(day);
    const ids = (await wholeDaysOf(orgId)).flatMap(({ id, day, dueAt }) => (endOf(day) === dueAt ? [] : [id]));
    const changed = await changeInChunks(context, ids, realign(orgId), isOver);
    if (changed === undefined) return false;
    if (changed === 0) return true;
  }
}

/** By the zone of the organization when they are written. */
const realign = (orgId: OrgId) => async (found: readonly StoredActivity[], now: string) => {
  const organization = await findOrganization(orgId);
  return found.flatMap((task) => {
    const { due, done } = task.values;
    if (task.type !== "TASK" || !organization || done === true || typeof due !== "string" || !isDay(due)) return [];
    return edit(orgId, task, byZone(task.values, organization.timeZone), undefined, now) ?? [];
  });
};
