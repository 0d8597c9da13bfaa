import { receiveBody } from "./body.ts";
import { s3Errors } from "./errors.ts";
import { multipartEtag } from "./multipart.ts";
import { replace } from "./object-operations.ts";
import { header, replyXml, storedHeaders } from "./request.ts";
import type { S3, S3Request } from "./request.ts";
import { readText } from "./text-body.ts";
import { elementsOf, textIn, xml } from "./xml.ts";

export function createUpload(s3: S3, { request, response, bucket, key }: S3Request): void {
  s3.objects.requireBucket(bucket);
  const uploadId = s3.multipart.create(bucket, key, storedHeaders(request));
  replyXml(response, 200, xml("InitiateMultipartUploadResult", { Bucket: bucket, Key: key, UploadId: uploadId }));
}

export async function uploadPart(s3: S3, { request, response, query, bucket, key, payloadHash }: S3Request): Promise<void> {
  const uploadId = query.get("uploadId") ?? "";
  const partNumber = Number(query.get("partNumber"));
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > 10_000) {
    throw s3Errors.invalidArgument("Part number must be an integer between 1 and 10000, inclusive");
  }
  s3.multipart.headersOf(uploadId, bucket, key);
  const { blob, checksums } = await receiveBody(request, payloadHash, s3.blobs);
  const previous = s3.multipart.putPart(uploadId, partNumber, blob);
  if (previous !== undefined) await s3.blobs.remove([previous]);
  response.writeHead(200, { etag: `"${blob.md5}"`, ...checksums, "content-length": 0 }).end();
}

export function listParts(s3: S3, { response, query, bucket, key }: S3Request): void {
  const uploadId = query.get("uploadId") ?? "";
  s3.multipart.headersOf(uploadId, bucket, key);
  const Part = s3.multipart.parts(uploadId).map(({ partNumber, etag, size, modifiedAt }) => ({
    PartNumber: partNumber,
    LastModified: new Date(modifiedAt).toISOString(),
    ETag: etag,
    Size: size,
  }));
  replyXml(response, 200, xml("ListPartsResult", { Bucket: bucket, Key: key, UploadId: uploadId, IsTruncated: false, Part }));
}

export async function completeUpload(s3: S3, { request, response, query, bucket, key }: S3Request): Promise<void> {
  const uploadId = query.get("uploadId") ?? "";
  const headers = s3.multipart.headersOf(uploadId, bucket, key);
  const wanted = elementsOf(await readText(request), "Part").map((part) => ({
    partNumber: Number(textIn(part, "PartNumber")),
    etag: textIn(part, "ETag") ?? "",
  }));
  if (wanted.length === 0) throw s3Errors.malformedXml();
  const parts = s3.multipart.chosenParts(uploadId, wanted);
  const blob = await s3.blobs.write(s3.blobs.readAll(parts.map(({ file }) => file)));
  const etag = multipartEtag(parts);
  const object = { bucket, key, file: blob.file, size: blob.size, etag, modifiedAt: Date.now(), headers };
  await replace(s3, object, { ifMatch: header(request, "if-match"), ifNoneMatch: header(request, "if-none-match") });
  await s3.blobs.remove(s3.multipart.remove(uploadId));
  replyXml(
    response,
    200,
    xml("CompleteMultipartUploadResult", { Location: `/${bucket}/${key}`, Bucket: bucket, Key: key, ETag: etag }),
  );
}

export async function abortUpload(s3: S3, { response, query, bucket, key }: S3Request): Promise<void> {
  const uploadId = query.get("uploadId") ?? "";
  s3.multipart.headersOf(uploadId, bucket, key);
  await s3.blobs.remove(s3.multipart.remove(uploadId));
  response.writeHead(204).end();
}
