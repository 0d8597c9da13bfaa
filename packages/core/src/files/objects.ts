import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import type { FileId, OrgId } from "../kernel/id.ts";
import { lastingPrefix, temporaryPrefix } from "./rules.ts";
import { sniffedBytes } from "./sniff.ts";

let client: S3Client | undefined;
const s3 = (): S3Client => (client ??= new S3Client({ forcePathStyle: env("STAGE") === "local" }));

const uploadSeconds = 15 * 60;
/** How long a signed address of a file lives. */
export const downloadSeconds = 5 * 60;

export const temporaryKey = (orgId: OrgId, fileId: FileId): string => `${temporaryPrefix}${orgId}/${fileId}`;
export const lastingKey = (orgId: OrgId, fileId: FileId): string => `${lastingPrefix}${orgId}/${fileId}`;

export const uploadMissing = () => new KartisError("NOT_FOUND", { messageKey: "errors.uploadMissing" });

function missing(error: unknown): never {
  if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) throw uploadMissing();
  throw error;
}

/** A form that S3 takes one file by, of at most `maxBytes`, for a quarter of an hour: only a presigned POST can bound the size. */
export async function uploadForm(Key: string, maxBytes: number): Promise<{ url: string; fields: Record<string, string> }> {
  return createPresignedPost(s3(), {
    Bucket: env("DATA_BUCKET"),
    Key,
    Conditions: [["content-length-range", 1, maxBytes]],
    Expires: uploadSeconds,
  });
}

/** The bytes as a stream, and how many. NOT_FOUND when there are none. */
export async function readObject(Key: string): Promise<{ body: Readable; bytes: number }> {
  const output = await s3()
    .send(new GetObjectCommand({ Bucket: env("DATA_BUCKET"), Key }))
    .catch((error: unknown) => missing(error));
  // In Node the SDK's body is always a Readable.
  return { body: output.Body as Readable, bytes: output.ContentLength ?? 0 };
}

/** The first bytes, and how many there are in all. NOT_FOUND when there are none. */
export async function readHead(Key: string): Promise<{ head: Uint8Array; bytes: number }> {
  const output = await s3()
    .send(new GetObjectCommand({ Bucket: env("DATA_BUCKET"), Key, Range: `bytes=0-${sniffedBytes - 1}` }))
    .catch((error: unknown) => missing(error));
  const bytes = Number(output.ContentRange?.split("/")[1] ?? output.ContentLength ?? 0);
  return { head: (await output.Body?.transformToByteArray()) ?? new Uint8Array(), bytes };
}

/** Throws NOT_FOUND when there are no bytes under the key. */
export async function requireObject(Key: string): Promise<void> {
  await s3()
    .send(new HeadObjectCommand({ Bucket: env("DATA_BUCKET"), Key }))
    .catch((error: unknown) => missing(error));
}

/** Stores a file of the disk. */
export async function storeObject(Key: string, path: string, bytes: number, mime: string): Promise<void> {
  await s3().send(
    new PutObjectCommand({
      Bucket: env("DATA_BUCKET"),
      Key,
      Body: createReadStream(path),
      ContentLength: bytes,
      ContentType: mime,
    }),
  );
}

/** Copies under another key, with the type that the server has found. */
export async function copyObject(from: string, to: string, mime: string): Promise<void> {
  await s3()
    .send(
      new CopyObjectCommand({
        Bucket: env("DATA_BUCKET"),
        Key: to,
        CopySource: `${env("DATA_BUCKET")}/${from}`,
        MetadataDirective: "REPLACE",
        ContentType: mime,
      }),
    )
    .catch((error: unknown) => missing(error));
}

/** Deleting what is not there is no failure. */
export async function deleteObject(Key: string): Promise<void> {
  await s3().send(new DeleteObjectCommand({ Bucket: env("DATA_BUCKET"), Key }));
}

/** An address that gives the bytes for five minutes, as a download under that name, or `inline` to be looked at. */
export async function signedUrl(
  Key: string,
  name: string,
  { inline, mime }: { inline: boolean; mime?: string },
): Promise<string> {
  const plainName = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const ResponseContentDisposition = `${inline ? "inline" : "attachment"}; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  const command = new GetObjectCommand({
    Bucket: env("DATA_BUCKET"),
    Key,
    ResponseContentDisposition,
    ...(mime ? { ResponseContentType: mime === "text/plain" ? "text/plain; charset=utf-8" : mime } : {}),
  });
  return getSignedUrl(s3(), command, { expiresIn: downloadSeconds });
}
