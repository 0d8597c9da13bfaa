import { storeBytes } from "../../../files/index.ts";
import type { FileReference } from "../../../files/schema.ts";
import type { ActivityId, FileId, OrgId, UserId } from "../../../kernel/id.ts";
import { findOrganization } from "../../../organizations/index.ts";
import { Allowance } from "../../../plans/index.ts";
import type { ReceivedMail } from "./parse.ts";

/** An attachment whose bytes are stored, until its mail is. */
export interface KeptFile {
  readonly reference: FileReference;
  readonly activityId: ActivityId;
  readonly uploadedBy: UserId;
}

/**
 * The attachments' bytes, where the plan has room for all of them; they count as somebody's files.
 * @param idAt the id that the same attachment leads to each time
 */
export async function keepFiles(
  orgId: OrgId,
  activityId: ActivityId,
  { attachments }: Pick<ReceivedMail, "attachments">,
  uploadedBy: UserId | undefined,
  idAt: (at: number) => FileId,
): Promise<KeptFile[]> {
  if (attachments.length === 0 || !uploadedBy) return [];
  const organization = await findOrganization(orgId);
  const bytes = attachments.reduce((sum, { content }) => sum + content.byteLength, 0);
  const hasRoom = await new Allowance(orgId, organization?.plan ?? null, "storage").require(bytes).then(
    () => true,
    () => false,
  );
  if (!hasRoom) return [];
  const kept: KeptFile[] = [];
  for (const [at, { name, content }] of attachments.entries()) {
    const fileId = idAt(at);
    const mime = await storeBytes(orgId, fileId, name, content);
    kept.push({ reference: { fileId, name, bytes: content.byteLength, mime }, activityId, uploadedBy });
  }
  return kept;
}
