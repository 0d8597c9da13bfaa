import { inTime } from "../data/replica/question-time.ts";
import type { findActivities } from "../activities/index.ts";
import { unsentDays } from "../cards/trash/rules.ts";
import type { CommitContext } from "../data/commit.ts";
import { type ActivityId, isId, type OrgId } from "../kernel/id.ts";
import { openReplica } from "../replicas.ts";
import { filesAtOnce, settleFiles } from "./purged.ts";
import { dayMs } from "../kernel/time-units.ts";

/**
 * Deletes the files of drafts that were never sent: uploaded a week ago for an activity that is still not there. Repeating it finds nothing left to do.
 * @param find reads activities from the table; passed in, so that the sweep's Lambda does not bundle the whole domain
 * @returns true when no file of the organization is due any more, false when `isOver` said to stop first.
 */
export const purgeUnsent =
  (find: typeof findActivities) =>
  async (context: CommitContext, _: string, isOver: () => boolean): Promise<boolean> => {
    const { orgId, clock } = context;
    const until = new Date(clock.now() - unsentDays * dayMs).toISOString();
    for (;;) {
      const due = await filesWithoutActivity(orgId, until);
      if (due.length === 0) return true;
      const settled = await settleFiles(context, due, async (files) => {
        const activityIds = files.flatMap(({ activityId }) => activityId ?? []);
        const found = await find(orgId, activityIds);
        return new Set<ActivityId>(activityIds.filter((activityId) => !found.has(activityId)));
      });
      // An activity that is in the table but not yet in the replica: the next sweep looks again.
      if (settled === 0 || isOver()) return false;
    }
  };

async function filesWithoutActivity(orgId: OrgId, until: string) {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT file.id FROM file LEFT JOIN activity ON activity.id = file.activity_id
       WHERE file.activity_id <> '' AND file.created_at <= ? AND ${inTime("file.id")} AND activity.id IS NULL ORDER BY file.id LIMIT ${filesAtOnce}`,
    )
    .all(until)
    .flatMap(({ id }) => (isId("fil", id) ? [id] : []));
}
