import { isDay } from "../../cards/fields/day.ts";
import { type CommitContext, commit } from "../../data/commit.ts";
import { endOfDay } from "../../kernel/zoned-time.ts";
import { findOrganization } from "../../organizations/index.ts";
import type { Start } from "../recurrence/schema.ts";
import { wholeDaysOf } from "../replica/ids.ts";
import { findActivities } from "../store.ts";
import { edit } from "../writes.ts";

/** Limit of a transaction, 100 items, less the journal record. */
const chunkSize = 99;

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
    let changed = 0;
    for (let at = 0; at < ids.length; at += chunkSize) {
      if (isOver()) return false;
      changed += await realign(context, ids.slice(at, at + chunkSize));
    }
    if (changed === 0) return true;
  }
}

/** @returns how many were changed. */
async function realign(context: CommitContext, ids: Parameters<typeof findActivities>[1]): Promise<number> {
  const { orgId } = context;
  const { result } = await commit(context, async (now) => {
    const [found, organization] = await Promise.all([findActivities(orgId, ids), findOrganization(orgId)]);
    const written = [...found.values()].flatMap((task) => {
      const { due, done, repeatStart } = task.values;
      if (task.type !== "TASK" || !organization || done === true || typeof due !== "string" || !isDay(due)) return [];
      const { timeZone } = organization;
      // A series of whole days goes by the organization's days as well; one with a time keeps the clocks that it was made by.
      const series = repeatStart as Start | undefined; // as `startOf` made it
      const patch = {
        dueAt: endOfDay(due, timeZone),
        ...(series && series.time === null ? { repeatStart: { ...series, timeZone } } : {}),
      };
      return edit(orgId, task, patch, undefined, now) ?? [];
    });
    return {
      writes: written.map(({ write }) => write),
      records: written.length > 0 ? [{ changes: written.map(({ change }) => change) }] : [],
      result: written.length,
    };
  });
  return result;
}
