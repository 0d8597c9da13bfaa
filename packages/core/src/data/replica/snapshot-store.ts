import { promisify } from "node:util";
import { constants, zstdCompress, zstdDecompress } from "node:zlib";
import { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } from "@aws-sdk/client-s3";
import { env } from "../../kernel/env.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A replica as it was at a cursor. */
export interface Snapshot {
  readonly bytes: Uint8Array;
  readonly cursor: string;
  /** Of the object, so that only this one is replaced. */
  readonly etag: string;
}

let client: S3Client | undefined;
/** A snapshot can always be done without, so nobody waits long for one. */
const s3 = (): S3Client =>
  (client ??= new S3Client({
    forcePathStyle: env("STAGE") === "local",
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 20_000 },
  }));

/** The newest snapshot under the key; undefined when there is none. */
export async function readSnapshot(key: string): Promise<Snapshot | undefined> {
  try {
    const { Body, Metadata, ETag } = await s3().send(new GetObjectCommand({ Bucket: env("DATA_BUCKET"), Key: key }));
    const cursor = Metadata?.["cursor"];
    if (!Body || cursor === undefined || !ETag) return undefined;
    return { bytes: await decompress(await Body.transformToByteArray()), cursor, etag: ETag };
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
    throw error;
  }
}

/**
 * Puts a snapshot in the place of the one that `over` names, or where there was none. Resolves to undefined when somebody else has put
 * another there meanwhile, which is as good.
 */
export async function replaceSnapshot(
  key: string,
  bytes: Uint8Array,
  cursor: string,
  over: string | null,
): Promise<{ etag: string; bytes: number } | undefined> {
  const body = await compress(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
  try {
    const { ETag } = await s3().send(
      new PutObjectCommand({
        Bucket: env("DATA_BUCKET"),
        Key: key,
        Body: body,
        ContentType: "application/zstd",
        Metadata: { cursor },
        ...(over === null ? { IfNoneMatch: "*" } : { IfMatch: over }),
      }),
    );
    return { etag: ETag ?? "", bytes: body.byteLength };
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 412 || status === 409 || status === 404) return undefined;
    throw error;
  }
}
