import { objectArn } from "../iam/demands.ts";
import { requireAccess, s3Errors } from "./errors.ts";
import type { CorsRule } from "./objects.ts";
import { replyXml } from "./request.ts";
import type { S3, S3Request } from "./request.ts";
import { readText } from "./text-body.ts";
import { elementsOf, textIn, xml } from "./xml.ts";
import type { XmlElement } from "./xml.ts";

export function listBuckets(s3: S3, { response }: S3Request): void {
  const Bucket = s3.objects
    .buckets()
    .map(({ name, createdAt }) => ({ Name: name, CreationDate: new Date(createdAt).toISOString() }));
  replyXml(response, 200, xml("ListAllMyBucketsResult", { Owner: { ID: "local" }, Buckets: { Bucket } }));
}

export function createBucket(s3: S3, { response, bucket }: S3Request): void {
  s3.objects.createBucket(bucket);
  response.writeHead(200, { location: `/${bucket}`, "content-length": 0 }).end();
}

export function headBucket(s3: S3, { response, bucket }: S3Request): void {
  s3.objects.requireBucket(bucket);
  response.writeHead(200, { "x-amz-bucket-region": "us-east-1" }).end();
}

export async function putBucketCors(s3: S3, { request, response, bucket }: S3Request): Promise<void> {
  const texts = (rule: string, name: string) => elementsOf(rule, name).map((text) => textIn(`<a>${text}</a>`, "a") ?? "");
  const cors = elementsOf(await readText(request), "CORSRule").map((rule): CorsRule => {
    const maxAge = textIn(rule, "MaxAgeSeconds");
    return {
      origins: texts(rule, "AllowedOrigin"),
      methods: texts(rule, "AllowedMethod"),
      headers: texts(rule, "AllowedHeader"),
      exposed: texts(rule, "ExposeHeader"),
      maxAgeSeconds: maxAge === undefined ? undefined : Number(maxAge),
    };
  });
  if (cors.length === 0) throw s3Errors.malformedXml();
  s3.objects.setRules(bucket, { cors });
  response.writeHead(200, { "content-length": 0 }).end();
}

export async function deleteObjects(s3: S3, { request, response, bucket, signer }: S3Request): Promise<void> {
  const document = await readText(request);
  const keys = elementsOf(document, "Object").map((object) => textIn(object, "Key") ?? "");
  if (keys.length === 0 || keys.length > 1000) throw s3Errors.malformedXml();
  requireAccess(
    s3.access,
    signer,
    keys.map((key) => ({ action: "s3:DeleteObject", resource: objectArn(bucket, key) })),
  );
  const files = keys.flatMap((key) => s3.objects.remove(bucket, key) ?? []);
  await s3.blobs.remove(files);
  const isQuiet = textIn(document, "Quiet") === "true";
  replyXml(response, 200, xml("DeleteResult", { Deleted: isQuiet ? [] : keys.map((Key) => ({ Key })) }));
}

/** ListObjectsV2. The continuation token is the last key or common prefix that the page before it held. */
export function listObjects(s3: S3, { response, query, bucket }: S3Request): void {
  const prefix = query.get("prefix") ?? "";
  const delimiter = query.get("delimiter") ?? "";
  const maxKeys = Math.min(Number(query.get("max-keys") ?? 1000), 1000);
  const token = query.get("continuation-token");
  const startAfter = query.get("start-after") ?? "";
  const after = token === null ? startAfter : Buffer.from(token, "base64url").toString("utf8");
  const encode =
    query.get("encoding-type") === "url"
      ? (text: string) => encodeURIComponent(text).replaceAll("%2F", "/")
      : (text: string) => text;

  const contents: XmlElement[] = [];
  const prefixes = new Set<string>();
  let last = "";
  let isTruncated = false;
  for (const object of s3.objects.list(bucket, prefix, after)) {
    const cut = delimiter === "" ? -1 : object.key.indexOf(delimiter, prefix.length);
    const common = cut === -1 ? undefined : object.key.slice(0, cut + delimiter.length);
    // A page that ended with a common prefix is continued after everything beneath it.
    if (common !== undefined && (prefixes.has(common) || after.startsWith(common) || after === common)) continue;
    if (contents.length + prefixes.size >= maxKeys) {
      isTruncated = true;
      break;
    }
    if (common === undefined) {
      contents.push({
        Key: encode(object.key),
        LastModified: new Date(object.modifiedAt).toISOString(),
        ETag: object.etag,
        Size: object.size,
        StorageClass: "STANDARD",
      });
    } else prefixes.add(common);
    last = common ?? object.key;
  }
  const body = xml("ListBucketResult", {
    Name: bucket,
    Prefix: encode(prefix),
    Delimiter: delimiter === "" ? undefined : encode(delimiter),
    MaxKeys: maxKeys,
    KeyCount: contents.length + prefixes.size,
    IsTruncated: isTruncated,
    EncodingType: query.get("encoding-type") ?? undefined,
    ContinuationToken: token ?? undefined,
    NextContinuationToken: isTruncated ? Buffer.from(last).toString("base64url") : undefined,
    Contents: contents,
    CommonPrefixes: [...prefixes].map((Prefix) => ({ Prefix: encode(Prefix) })),
  });
  replyXml(response, 200, body);
}
