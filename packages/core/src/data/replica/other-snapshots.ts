import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";
import type { OrgId } from "../../kernel/id.ts";
import { snapshotPrefix } from "./snapshot-prefix.ts";

/**
 * Deletes the organization's snapshots that other code than this has written, each in a folder of its own (`snapshots/…/`).
 * @param own the key of the one that stays.
 */
export async function deleteOtherSnapshots(orgId: OrgId, own: string): Promise<void> {
  const s3 = new S3Client({ forcePathStyle: env("STAGE") === "local" });
  const Bucket = env("DATA_BUCKET");
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket,
        Prefix: snapshotPrefix,
        Delimiter: "/",
        ...(ContinuationToken ? { ContinuationToken } : {}),
      }),
    );
    for (const { Prefix } of page.CommonPrefixes ?? []) {
      const Key = `${Prefix}${orgId}`;
      if (Key !== own) await s3.send(new DeleteObjectCommand({ Bucket, Key }));
    }
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}
