import { inTime } from "../data/replica/question-time.ts";
import { unsentDays } from "../cards/trash/rules.ts";
import type { CommitContext } from "../data/commit.ts";
import { type FileId, isId, type OrgId } from "../kernel/id.ts";
import { unusedFiles } from "../message-templates/attachments/index.ts";
import { openReplica } from "../replicas.ts";
import { filesAtOnce, settleFiles } from "./purged.ts";
import { dayMs } from "../kernel/time-units.ts";

/**
 * Deletes the files of templates that are on none: uploaded a week ago and never saved, or taken off as long ago as the trash keeps things. Those that were sent
 * with an email become that email's. Repeating it finds nothing left to do.
 * @param until files that were taken off no later than this instant are due
 * @returns true when no file of the organization is due any more, false when `isOver` said to stop first.
 */
export async function purgeUnused(context: CommitContext, until: string, isOver: () => boolean): Promise<boolean> {
  const { orgId, clock } = context;
  const uploadedUntil = new Date(clock.now() - unsentDays * dayMs).toISOString();
  const due = await unusedFiles(orgId, await filesOfTemplates(orgId, uploadedUntil), until);
  for (let at = 0; at < due.length; at += filesAtOnce) {
    if (isOver()) return false;
    await settleFiles(context, due.slice(at, at + filesAtOnce), async (files) => {
      // Somebody may have put one back since.
      const owned = files.flatMap(({ fileId, templateId }) => (templateId ? [{ fileId, templateId }] : []));
      const unused = new Set(await unusedFiles(orgId, owned, until));
      return new Set(owned.flatMap(({ fileId }) => (unused.has(fileId) ? [fileId] : [])));
    });
  }
  return true;
}

async function filesOfTemplates(orgId: OrgId, uploadedUntil: string): Promise<{ fileId: FileId; templateId: string }[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(`SELECT id, template_id FROM file WHERE template_id <> '' AND created_at <= ? AND ${inTime("id")} ORDER BY id`)
    .all(uploadedUntil)
    .flatMap(({ id, template_id: templateId }) => (isId("fil", id) ? [{ fileId: id, templateId: String(templateId) }] : []));
}
