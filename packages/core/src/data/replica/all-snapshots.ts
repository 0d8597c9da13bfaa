import { DeleteObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";
import { isId } from "../../kernel/id-form.ts";
import type { OrgId } from "../../kernel/id.ts";
import { snapshotPrefix } from "./snapshot-prefix.ts";

let client: S3Client | undefined;
const s3 = (): S3Client => (client ??= new S3Client({ forcePathStyle: env("STAGE") === "local" }));

/** The folders of all code versions that have written snapshots, each ending in a slash. */
async function* folders(): AsyncGenerator<string> {
  let ContinuationToken: string | undefined;
  do {
    const page = await s3().send(
      new ListObjectsV2Command({
        Bucket: env("DATA_BUCKET"),
        Prefix: snapshotPrefix,
        Delimiter: "/",
        ...(ContinuationToken ? { ContinuationToken } : {}),
      }),
    );
    for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix) yield Prefix;
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
}

/**
 * Deletes the organization's snapshots written by other code than this, each in a folder of its own (`snapshots/…/`).
 * @param own the key of the one that stays.
 */
export async function deleteOtherSnapshots(orgId: OrgId, own: string): Promise<void> {
  for await (const folder of folders()) {
    const Key = `${folder}${orgId}`;
    if (Key !== own) await s3().send(new DeleteObjectCommand({ Bucket: env("DATA_BUCKET"), Key }));
  }
}

/** Every organization with a snapshot by any code version: all that are worth one. */
export async function organizationsWithSnapshots(): Promise<Set<OrgId>> {
  const found = new Set<OrgId>();
  for await (const folder of folders()) {
    let ContinuationToken: string | undefined;
    do {
      const page = await s3().send(
        new ListObjectsV2Command({
          Bucket: env("DATA_BUCKET"),
          Prefix: folder,
          ...(ContinuationToken ? { ContinuationToken } : {}),
        }),
      );
      for (const { Key = "" } of page.Contents ?? []) {
        const orgId = Key.slice(folder.length);
        if (isId("org", orgId)) found.add(orgId);
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken);
  }
  return found;
}
