import { inTime } from "../../data/replica/question-time.ts";
import { type ActivityId, type FileId, isId, type OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";

/*
 * Which files activities have. Apart from the lists, so that a function that only deletes brings nothing of cards.
 */

const namesFile = /"fileId":"([^"]+)"/g;

/** The activities that have any of the files, also in the trash: file → activities. Searched among the stored values, since this rare query is not worth an index. */
export async function activitiesHolding(orgId: OrgId, fileIds: readonly FileId[]): Promise<Map<string, ActivityId[]>> {
  const holders = new Map<string, ActivityId[]>();
  if (fileIds.length === 0) return holders;
  const wanted = new Set<string>(fileIds);
  const { db } = await openReplica(orgId);
  const rows = db.prepare(`SELECT id, held FROM activity WHERE instr(held, ?) > 0 AND ${inTime("id")} ORDER BY id`);
  // One file is looked for by its name, several in what has any.
  const [only] = fileIds;
  for (const { id, held } of rows.iterate(fileIds.length === 1 ? `"fileId":"${only}"` : '"fileId":"')) {
    if (!isId("act", id)) continue;
    const named = new Set([...String(held).matchAll(namesFile)].map(([, fileId]) => fileId ?? ""));
    for (const fileId of named) if (wanted.has(fileId)) holders.set(fileId, [...(holders.get(fileId) ?? []), id]);
  }
  return holders;
}

/** The files that were uploaded for the activities, whether those exist or not. */
export async function filesOfActivities(orgId: OrgId, activityIds: readonly ActivityId[]): Promise<FileId[]> {
  if (activityIds.length === 0) return [];
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT id FROM file WHERE activity_id <> '' AND activity_id IN (SELECT value FROM json_each(?)) AND ${inTime("id")} ORDER BY id`,
    )
    .all(JSON.stringify(activityIds))
    .flatMap(({ id }) => (isId("fil", id) ? [id] : []));
}
