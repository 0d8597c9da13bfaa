import { createReadStream, createWriteStream } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createZstdCompress, createZstdDecompress } from "node:zlib";
import { temporaryPath } from "./file.ts";

/** A former state of a replica, in a file that belongs to the reader from then on. */
export interface Snapshot {
  readonly path: string;
  /** The object's ETag, so that only this version is replaced. */
  readonly etag: string;
}

const sentFromMemory = 8 * 1024 * 1024;

/** A snapshot can always be done without. */
const patience = "brief";

/** S3's status code, if the error came from S3. */
function statusOf(error: unknown): number | undefined {
  const { $metadata }: { $metadata?: { httpStatusCode?: number } } = Object(error);
  return $metadata?.httpStatusCode;
}

/** The newest snapshot under the key; undefined when there is none. It is streamed to disk, whatever its size. */
export async function readSnapshot(key: string): Promise<Snapshot | undefined> {
  const path = temporaryPath();
  try {
    const { getObject } = await import("../s3/reading.ts");
    const { Body, ETag } = await getObject({ Key: key }, patience);
    if (!(Body instanceof Readable) || !ETag) return undefined;
    await pipeline(Body, createZstdDecompress(), createWriteStream(path));
    return { path, etag: ETag };
  } catch (error) {
    await rm(path, { force: true });
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

/**
 * Replaces the snapshot that `over` names, or creates the first. Resolves to undefined when somebody else has written another meanwhile, which is as good.
 * @returns its size as stored
 */
export async function replaceSnapshot(
  key: string,
  path: string,
  over: string | null,
): Promise<{ etag: string; bytes: number } | undefined> {
  const packed = temporaryPath();
  try {
    const level = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
    await pipeline(createReadStream(path), createZstdCompress(level), createWriteStream(packed));
    const { size } = await stat(packed);
    const { putObject } = await import("../s3/writing.ts");
    const { ETag } = await putObject(
      {
        Key: key,
        // Small ones are sent from memory, so that they can be sent again.
        Body: size <= sentFromMemory ? await readFile(packed) : createReadStream(packed),
        ContentLength: size,
        ContentType: "application/zstd",
        ...(over === null ? { IfNoneMatch: "*" } : { IfMatch: over }),
      },
      patience,
    );
    return { etag: ETag ?? "", bytes: size };
  } catch (error) {
    const status = statusOf(error);
    if (status === 412 || status === 409 || status === 404) return undefined;
    throw error;
  } finally {
    await rm(packed, { force: true });
  }
}

/** The ETag of the object under the key; null when there is none. */
export async function snapshotTag(key: string): Promise<string | null> {
  try {
    const { headObject } = await import("../s3/reading.ts");
    const { ETag } = await headObject(key, patience);
    return ETag ?? null;
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
