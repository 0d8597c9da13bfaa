import { type FileId, isId, type OrgId } from "../kernel/id.ts";
import { fileEntity } from "./entity.ts";
import { deleteObject, temporaryKey } from "./objects.ts";
import { temporaryPrefix } from "./rules.ts";

/** The organization's temporary files whose bytes exist, and when they came. */
export async function* temporaryFiles(orgId: OrgId): AsyncGenerator<{ readonly fileId: FileId; readonly atMs: number }> {
  const { listObjects } = await import("../data/s3/listing.ts");
  const Prefix = `${temporaryPrefix}${orgId}/`;
  let ContinuationToken: string | undefined;
  do {
    const page = await listObjects({ Prefix, ...(ContinuationToken ? { ContinuationToken } : {}) });
    for (const { Key, LastModified } of page.Contents ?? []) {
      const fileId = Key?.slice(Prefix.length);
      if (isId("fil", fileId)) yield { fileId, atMs: LastModified?.getTime() ?? 0 };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

/** Deletes a temporary file before it expires. Deleting a missing one is not a failure. */
export async function forgetTemporary(orgId: OrgId, fileId: FileId): Promise<void> {
  await deleteObject(temporaryKey(orgId, fileId));
  await fileEntity().delete({ orgId, fileId }).go();
}
