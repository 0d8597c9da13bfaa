import { ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { env } from "../kernel/env.ts";
import { type FileId, isId, type OrgId } from "../kernel/id.ts";
import { fileEntity } from "./entity.ts";
import { deleteObject, temporaryKey } from "./objects.ts";
import { temporaryPrefix } from "./rules.ts";

let client: S3Client | undefined;

/** The organization's passing files whose bytes are there, and when they came. */
export async function* temporaryFiles(orgId: OrgId): AsyncGenerator<{ readonly fileId: FileId; readonly atMs: number }> {
  client ??= new S3Client({ forcePathStyle: env("STAGE") === "local" });
  const Prefix = `${temporaryPrefix}${orgId}/`;
  let ContinuationToken: string | undefined;
  do {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: env("DATA_BUCKET"), Prefix, ...(ContinuationToken ? { ContinuationToken } : {}) }),
    );
    for (const { Key, LastModified } of page.Contents ?? []) {
      const fileId = Key?.slice(Prefix.length);
      if (isId("fil", fileId)) yield { fileId, atMs: LastModified?.getTime() ?? 0 };
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

/** Deletes a passing file before its time. Deleting what is not there is no failure. */
export async function forgetTemporary(orgId: OrgId, fileId: FileId): Promise<void> {
  await deleteObject(temporaryKey(orgId, fileId));
  await fileEntity().delete({ orgId, fileId }).go();
}
