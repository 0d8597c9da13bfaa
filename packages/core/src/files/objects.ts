import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { KartisError } from "../kernel/error.ts";
import type { FileId, OrgId } from "../kernel/id.ts";
import { lastingPrefix, temporaryPrefix } from "./rules.ts";
import { sniff, sniffedBytes } from "./sniff.ts";

const uploadSeconds = 15 * 60;
/** Seconds that a signed URL of a file is valid. */
export const downloadSeconds = 5 * 60;

export const temporaryKey = (orgId: OrgId, fileId: FileId): string => `${temporaryPrefix}${orgId}/${fileId}`;
export const lastingKey = (orgId: OrgId, fileId: FileId): string => `${lastingPrefix}${orgId}/${fileId}`;

export const uploadMissing = () => new KartisError("NOT_FOUND", { messageKey: "errors.uploadMissing" });

function missing(error: unknown): never {
  if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) throw uploadMissing();
  throw error;
}

/** A form by which S3 accepts one file, of at most `maxBytes`, for a quarter of an hour: only a presigned POST can limit the size. */
export async function uploadForm(Key: string, maxBytes: number): Promise<{ url: string; fields: Record<string, string> }> {
  const { signedPost } = await import("../data/s3/signing.ts");
  return signedPost({
    Key,
    Conditions: [["content-length-range", 1, maxBytes]],
    Expires: uploadSeconds,
  });
}

/** The bytes as a stream, and how many. NOT_FOUND when there are none. */
export async function readObject(Key: string): Promise<{ body: Readable; bytes: number }> {
  const { getObject } = await import("../data/s3/reading.ts");
  const output = await getObject({ Key }).catch((error: unknown) => missing(error));
  // In Node the SDK's body is always a Readable.
  return { body: output.Body as Readable, bytes: output.ContentLength ?? 0 };
}

/** The first bytes, and how many there are in all. NOT_FOUND when there are none. */
export async function readHead(Key: string): Promise<{ head: Uint8Array; bytes: number }> {
  const { getObject } = await import("../data/s3/reading.ts");
  const output = await getObject({ Key, Range: `bytes=0-${sniffedBytes - 1}` }).catch((error: unknown) => missing(error));
  const bytes = Number(output.ContentRange?.split("/")[1] ?? output.ContentLength ?? 0);
  return { head: (await output.Body?.transformToByteArray()) ?? new Uint8Array(), bytes };
}

/** Throws NOT_FOUND when there are no bytes under the key. */
export async function requireObject(Key: string): Promise<void> {
  const { headObject } = await import("../data/s3/reading.ts");
  await headObject(Key).catch((error: unknown) => missing(error));
}

/** Stores a file from disk. */
export async function storeObject(Key: string, path: string, bytes: number, mime: string): Promise<void> {
  const { putObject } = await import("../data/s3/writing.ts");
  await putObject({ Key, Body: createReadStream(path), ContentLength: bytes, ContentType: mime });
}

/** The whole object, up to so many bytes; undefined for a larger one, or none. */
export async function readWhole(Key: string, most: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { getObject } = await import("../data/s3/reading.ts");
  try {
    const { Body, ContentLength = 0 } = await getObject({ Key });
    if (!Body || ContentLength > most) return undefined;
    return new Uint8Array(await Body.transformToByteArray());
  } catch (error) {
    if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) return undefined;
    throw error;
  }
}

/** Stores a file's bytes under its permanent key. @returns its type, as its bytes say */
export async function storeBytes(orgId: OrgId, fileId: FileId, name: string, content: Uint8Array): Promise<string> {
  const mime = sniff(content.subarray(0, sniffedBytes), name);
  const { putObject } = await import("../data/s3/writing.ts");
  await putObject({ Key: lastingKey(orgId, fileId), Body: content, ContentLength: content.byteLength, ContentType: mime });
  return mime;
}

/** Copies under another key, with the type that the server detected. */
export async function copyObject(from: string, to: string, mime: string): Promise<void> {
  const s3 = await import("../data/s3/writing.ts");
  await s3
    .copyObject(from, { Key: to, MetadataDirective: "REPLACE", ContentType: mime })
    .catch((error: unknown) => missing(error));
}

/** Deleting a missing object is not a failure. */
export async function deleteObject(Key: string): Promise<void> {
  const s3 = await import("../data/s3/deleting.ts");
  await s3.deleteObject(Key);
}

/** An address that gives the bytes for five minutes, as a download under that name, or `inline` for viewing. */
export async function signedUrl(
  Key: string,
  name: string,
  { inline, mime }: { inline: boolean; mime?: string },
): Promise<string> {
  const plainName = name.replace(/[^\x20-\x7e]|["\\]/g, "_");
  const ResponseContentDisposition = `${inline ? "inline" : "attachment"}; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  const { signedGet } = await import("../data/s3/signing.ts");
  const type = mime ? { ResponseContentType: mime === "text/plain" ? "text/plain; charset=utf-8" : mime } : {};
  return signedGet({ Key, ResponseContentDisposition, ...type }, downloadSeconds);
}
