import { pipeline } from "node:stream/promises";
import { receiveBody } from "./body.ts";
import { s3Errors } from "./errors.ts";
import { sameEtag } from "./objects.ts";
import type { StoredObject } from "./objects.ts";
import { header, replyXml, storedHeaders } from "./request.ts";
import type { S3, S3Request } from "./request.ts";
import { xml } from "./xml.ts";

export async function putObject(s3: S3, { request, response, bucket, key, payloadHash }: S3Request): Promise<void> {
  s3.objects.requireBucket(bucket);
  const { blob, checksums } = await receiveBody(request, payloadHash, s3.blobs);
  const conditions = { ifMatch: header(request, "if-match"), ifNoneMatch: header(request, "if-none-match") };
  const object = {
    bucket,
    key,
    file: blob.file,
    size: blob.size,
    etag: `"${blob.md5}"`,
    modifiedAt: Date.now(),
    headers: { ...storedHeaders(request), ...checksums },
  };
  await replace(s3, object, conditions);
  response.writeHead(200, { etag: object.etag, ...checksums, "content-length": 0 }).end();
}

/** Names the new file and only then removes the old one; or removes the new one if the row is refused. */
export async function replace(s3: S3, object: StoredObject, conditions?: Parameters<S3["objects"]["put"]>[1]): Promise<void> {
  try {
    const previous = s3.objects.put(object, conditions);
    if (previous !== undefined) await s3.blobs.remove([previous]);
  } catch (error) {
    await s3.blobs.remove([object.file]);
    throw error;
  }
}

/** GET and HEAD. */
export async function getObject(s3: S3, { request, response, query, bucket, key }: S3Request): Promise<void> {
  const object = s3.objects.get(bucket, key);
  const { "content-type": _, ...checksumless } = withoutChecksums(object.headers);
  const contentType = object.headers["content-type"] ?? "binary/octet-stream";
  const wantsChecksums =
    header(request, "x-amz-checksum-mode")?.toUpperCase() === "ENABLED" && header(request, "range") === undefined;
  const headers = {
    ...(wantsChecksums ? { ...object.headers } : { ...checksumless, "content-type": contentType }),
    ...overridesOf(query),
    etag: object.etag,
    "last-modified": new Date(object.modifiedAt).toUTCString(),
    "accept-ranges": "bytes",
  };
  const ifMatch = header(request, "if-match");
  if (ifMatch !== undefined && ifMatch !== "*" && !sameEtag(ifMatch, object.etag)) throw s3Errors.preconditionFailed();
  if (isUnchanged(object, header(request, "if-none-match"), header(request, "if-modified-since"))) {
    response.writeHead(304, { etag: object.etag, "last-modified": headers["last-modified"] }).end();
    return;
  }
  const range = rangeOf(header(request, "range"), object.size);
  const length = range ? range.end - range.start + 1 : object.size;
  response.writeHead(range ? 206 : 200, {
    ...headers,
    "content-length": length,
    ...(range && { "content-range": `bytes ${range.start}-${range.end}/${object.size}` }),
  });
  if (request.method === "HEAD" || length === 0) {
    response.end();
    return;
  }
  // A reader that disconnects midway is not our error.
  await pipeline(s3.blobs.read(object.file, range), response).catch(() => response.destroy());
}

function isUnchanged(object: StoredObject, ifNoneMatch: string | undefined, ifModifiedSince: string | undefined): boolean {
  if (ifNoneMatch !== undefined)
    return ifNoneMatch === "*" || ifNoneMatch.split(",").some((etag) => sameEtag(etag.trim(), object.etag));
  return ifModifiedSince !== undefined && Math.floor(object.modifiedAt / 1000) * 1000 <= Date.parse(ifModifiedSince);
}

const withoutChecksums = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("x-amz-checksum-")));

const overridable = ["content-type", "content-disposition", "content-language", "content-encoding", "cache-control", "expires"];

function overridesOf(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    overridable.flatMap((name) => (query.has(`response-${name}`) ? [[name, query.get(`response-${name}`) ?? ""]] : [])),
  );
}

/** `bytes=0-9`, `bytes=10-`, `bytes=-5`; undefined for no range or one that is not understood, which S3 ignores. */
function rangeOf(text: string | undefined, size: number): { start: number; end: number } | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(text ?? "");
  if (!match || match[0] === "bytes=-") return undefined;
  const [, first = "", last = ""] = match;
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || start > end) throw s3Errors.invalidRange();
  return { start, end };
}

export async function deleteObject(s3: S3, { request, response, bucket, key }: S3Request): Promise<void> {
  const file = s3.objects.remove(bucket, key, { ifMatch: header(request, "if-match") });
  if (file !== undefined) await s3.blobs.remove([file]);
  response.writeHead(204).end();
}

export async function copyObject(s3: S3, { request, response, bucket, key }: S3Request): Promise<void> {
  const [, sourceBucket = "", sourceKey = ""] =
    /^\/?([^/]+)\/(.+?)(?:\?.*)?$/.exec(header(request, "x-amz-copy-source") ?? "") ?? [];
  const source = s3.objects.get(sourceBucket, decodeURIComponent(sourceKey));
  const ifMatch = header(request, "x-amz-copy-source-if-match");
  if (ifMatch !== undefined && !sameEtag(ifMatch, source.etag)) throw s3Errors.preconditionFailed();
  const blob = await s3.blobs.write(s3.blobs.readAll([source.file]));
  const replaces = header(request, "x-amz-metadata-directive") === "REPLACE";
  const object = {
    bucket,
    key,
    file: blob.file,
    size: blob.size,
    etag: `"${blob.md5}"`,
    modifiedAt: Date.now(),
    headers: replaces ? storedHeaders(request) : source.headers,
  };
  await replace(s3, object, { ifMatch: header(request, "if-match"), ifNoneMatch: header(request, "if-none-match") });
  replyXml(
    response,
    200,
    xml("CopyObjectResult", { ETag: object.etag, LastModified: new Date(object.modifiedAt).toISOString() }),
  );
}
