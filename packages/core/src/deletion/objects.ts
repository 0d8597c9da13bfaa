import { DeleteObjectsCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { snapshotPrefix } from "../data/replica/snapshot-prefix.ts";
import { lastingPrefix, temporaryPrefix } from "../files/rules.ts";
import { env } from "../kernel/env.ts";
import type { OrgId } from "../kernel/id.ts";

let client: S3Client | undefined;
const s3 = (): S3Client => (client ??= new S3Client({ forcePathStyle: env("STAGE") === "local" }));

/** Deletes every object of the organization: files, imports, exports, snapshots. @returns how many there were. */
export async function deleteObjectsOf(orgId: OrgId): Promise<number> {
  const prefixes = [`${temporaryPrefix}${orgId}/`, `${lastingPrefix}${orgId}/`];
  for (const folder of await foldersIn(snapshotPrefix)) prefixes.push(`${folder}${orgId}`);
  let deleted = 0;
  for (const prefix of prefixes) deleted += await deleteUnder(prefix);
  return deleted;
}

async function foldersIn(prefix: string): Promise<string[]> {
  const folders: string[] = [];
  let token: string | undefined;
  do {
    const page = await s3().send(
      new ListObjectsV2Command({ Bucket: env("DATA_BUCKET"), Prefix: prefix, Delimiter: "/", ContinuationToken: token }),
    );
    for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix) folders.push(Prefix);
    token = page.NextContinuationToken;
  } while (token);
  return folders;
}

async function deleteUnder(prefix: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    // Always the first page: its objects are gone before the next is requested.
    const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket: env("DATA_BUCKET"), Prefix: prefix }));
    const objects = Contents.flatMap(({ Key }) => (Key ? [{ Key }] : []));
    if (objects.length === 0) return deleted;
    const { Errors = [] } = await s3().send(
      new DeleteObjectsCommand({ Bucket: env("DATA_BUCKET"), Delete: { Objects: objects, Quiet: true } }),
    );
    if (Errors.length > 0) throw new Error(`S3 keeps ${Errors.length} objects: ${Errors[0]?.Code}`);
    deleted += objects.length;
  }
}
