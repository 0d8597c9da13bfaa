import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutBucketCorsCommand,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import type { PresignedPostOptions } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localCredentials } from "../local-credentials.ts";
import { startS3 } from "./server.ts";
import type { S3Server } from "./server.ts";

const directory = mkdtempSync(join(tmpdir(), "kartis-s3-test-"));
const Bucket = "files";
let server: S3Server;
let client: S3Client;

const clientOf = (endpoint: string, credentials = localCredentials) =>
  new S3Client({ endpoint, region: "us-east-1", credentials });

beforeAll(async () => {
  server = await startS3({ dataDir: directory });
  client = clientOf(server.endpoint);
  await client.send(new CreateBucketCommand({ Bucket }));
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const textOf = async (Key: string) => (await client.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
const put = (Key: string, Body: string, more: object = {}) => client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));

test("an object comes back with its bytes, type, disposition and metadata", async () => {
  const Key = "org/a b+c/שלום & <x>.txt";
  const metadata = {
    ContentType: "text/plain",
    ContentDisposition: 'attachment; filename="x.txt"',
    Metadata: { owner: "usr_1" },
  };
  const { ETag } = await put(Key, "hello", metadata);
  expect(ETag).toBe(`"${createHash("md5").update("hello").digest("hex")}"`);
  const got = await client.send(new GetObjectCommand({ Bucket, Key }));
  expect(await got.Body?.transformToString()).toBe("hello");
  expect(got).toMatchObject({ ...metadata, ETag, ContentLength: 5 });
  expect(await client.send(new HeadObjectCommand({ Bucket, Key }))).toMatchObject({ ContentLength: 5, ETag });
  await client.send(new DeleteObjectCommand({ Bucket, Key }));
  await expect(client.send(new GetObjectCommand({ Bucket, Key }))).rejects.toThrow(
    expect.objectContaining({ name: "NoSuchKey" }),
  );
});

test("ranges, conditional reads and overrides of headers", async () => {
  const { ETag } = await put("digits", "0123456789");
  const get = (more: object) => client.send(new GetObjectCommand({ Bucket, Key: "digits", ...more }));
  for (const [Range, text, ContentRange] of [
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-2", "89", "bytes 8-9/10"],
    ["bytes=5-100", "56789", "bytes 5-9/10"],
  ]) {
    const part = await get({ Range });
    expect([await part.Body?.transformToString(), part.ContentRange, part.$metadata.httpStatusCode]).toEqual([
      text,
      ContentRange,
      206,
    ]);
  }
  await expect(get({ Range: "bytes=10-" })).rejects.toThrow(expect.objectContaining({ name: "InvalidRange" }));
  await expect(get({ IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
  await expect(get({ IfMatch: '"other"' })).rejects.toMatchObject({ $metadata: { httpStatusCode: 412 } });
  const renamed = await get({ ResponseContentDisposition: "attachment; filename=n.txt", ResponseContentType: "text/x" });
  expect(renamed).toMatchObject({ ContentDisposition: "attachment; filename=n.txt", ContentType: "text/x" });
});

test("conditional writes: create only, and replace only what was read", async () => {
  const { ETag } = await put("condition", "1", { IfNoneMatch: "*" });
  await expect(put("condition", "2", { IfNoneMatch: "*" })).rejects.toThrow(
    expect.objectContaining({ name: "PreconditionFailed" }),
  );
  await put("condition", "2", { IfMatch: ETag });
  await expect(put("condition", "3", { IfMatch: ETag })).rejects.toThrow(expect.objectContaining({ name: "PreconditionFailed" }));
  expect(await textOf("condition")).toBe("2");
});

test("of many writers that create the same key at once, one succeeds", async () => {
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, writer) => put("race", String(writer), { IfNoneMatch: "*" })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test.each([["CRC32"], ["CRC32C"], ["SHA256"]] as const)(
  "a body whose %s does not match is refused",
  async (ChecksumAlgorithm) => {
    await put("checked", "right", { ChecksumAlgorithm });
    const wrong = { [`Checksum${ChecksumAlgorithm}`]: Buffer.alloc(ChecksumAlgorithm === "SHA256" ? 32 : 4).toString("base64") };
    await expect(put("checked", "wrong", wrong)).rejects.toThrow(expect.objectContaining({ name: "BadDigest" }));
    expect(await textOf("checked")).toBe("right");
  },
);

test("a stream arrives in chunks with its checksum behind it", async () => {
  const pieces = Array.from({ length: 40 }, (_, index) => Buffer.alloc(10_000, index));
  const size = 400_000;
  const Body = Readable.from(pieces);
  await client.send(new PutObjectCommand({ Bucket, Key: "stream", Body, ContentLength: size }));
  const bytes = await (await client.send(new GetObjectCommand({ Bucket, Key: "stream" }))).Body?.transformToByteArray();
  expect(Buffer.compare(Buffer.from(bytes ?? []), Buffer.concat(pieces))).toBe(0);
});

test("a wrong secret, a wrong access key and no signature at all are refused", async () => {
  const get = (credentials: typeof localCredentials) => clientOf(server.endpoint, credentials).send(new ListBucketsCommand({}));
  const asWrong = (more: object) => ({ ...localCredentials, ...more });
  await expect(get(asWrong({ secretAccessKey: "guess" }))).rejects.toThrow(
    expect.objectContaining({ name: "SignatureDoesNotMatch" }),
  );
  await expect(get(asWrong({ accessKeyId: "AKIA" }))).rejects.toThrow(expect.objectContaining({ name: "InvalidAccessKeyId" }));
  expect((await fetch(`${server.endpoint}/${Bucket}/digits`)).status).toBe(403);
  const { Buckets } = await client.send(new ListBucketsCommand({}));
  expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
  await expect(client.send(new HeadBucketCommand({ Bucket: "absent" }))).rejects.toMatchObject({
    $metadata: { httpStatusCode: 404 },
  });
});

test("presigned URLs: one method, one key, until they expire", async () => {
  const putUrl = await getSignedUrl(client, new PutObjectCommand({ Bucket, Key: "pre/signed file" }), { expiresIn: 60 });
  expect((await fetch(putUrl, { method: "PUT", body: "by URL" })).status).toBe(200);
  const getUrl = await getSignedUrl(
    client,
    new GetObjectCommand({ Bucket, Key: "pre/signed file", ResponseContentType: "text/x" }),
  );
  const got = await fetch(getUrl);
  expect([await got.text(), got.headers.get("content-type")]).toEqual(["by URL", "text/x"]);

  expect((await fetch(getUrl, { method: "DELETE" })).status).toBe(403);
  expect((await fetch(getUrl.replace("signed", "other"))).status).toBe(403);
  expect((await fetch(getUrl.replace("text%2Fx", "text%2Fhtml"))).status).toBe(403);
  const old = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "pre/signed file" }), {
    expiresIn: 60,
    signingDate: new Date(Date.now() - 61_000),
  });
  expect(await (await fetch(old)).text()).toContain("Request has expired");
});

test("a presigned PUT that signs the length takes no other", async () => {
  const command = new PutObjectCommand({ Bucket, Key: "sized", ContentLength: 3 });
  const url = await getSignedUrl(client, command, { signableHeaders: new Set(["content-length"]) });
  expect((await fetch(url, { method: "PUT", body: "four" })).status).toBe(403);
  expect((await fetch(url, { method: "PUT", body: "abc" })).status).toBe(200);
});

const conditions: NonNullable<PresignedPostOptions["Conditions"]> = [
  ["content-length-range", 3, 1_000_000],
  ["starts-with", "$Content-Type", "image/"],
  ["eq", "$x-amz-meta-owner", "usr_1"],
];
const fields = { "Content-Type": "image/png", "x-amz-meta-owner": "usr_1" };
interface Attempt {
  readonly change?: Readonly<Record<string, string>>;
  readonly size?: number;
  readonly Expires?: number;
}
async function post(Key: string, { change = {}, size = 10, Expires = 60 }: Attempt): Promise<Response> {
  const { url, fields: signed } = await createPresignedPost(client, {
    Bucket,
    Key,
    Conditions: conditions,
    Fields: fields,
    Expires,
  });
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...signed, ...change })) form.set(name, value);
  form.set("file", new Blob([Buffer.alloc(size, "\r\n--x")]), "photo.png");
  return fetch(url, { method: "POST", body: form });
}

test("a presigned POST stores the file with the fields of its form", async () => {
  const response = await post("posted/${filename}", { size: 1_000_000 });
  expect(response.status).toBe(204);
  const got = await client.send(new GetObjectCommand({ Bucket, Key: "posted/photo.png" }));
  expect(got).toMatchObject({ ContentType: "image/png", Metadata: { owner: "usr_1" }, ContentLength: 1_000_000 });
  const bytes = await got.Body?.transformToByteArray();
  expect(Buffer.compare(Buffer.from(bytes ?? []), Buffer.alloc(1_000_000, "\r\n--x"))).toBe(0);
});

test.each([
  ["one byte too many", { size: 1_000_001 }, 400, "EntityTooLarge"],
  ["far too large, and still answered", { size: 20_000_000 }, 400, "EntityTooLarge"],
  ["too small", { size: 2 }, 400, "EntityTooSmall"],
  ["another key", { change: { key: "elsewhere" } }, 403, "Policy Condition failed"],
  ["another type", { change: { "Content-Type": "text/html" } }, 403, "Policy Condition failed"],
  ["another value of a fixed field", { change: { "x-amz-meta-owner": "usr_2" } }, 403, "Policy Condition failed"],
  ["a field that the policy does not know", { change: { "x-amz-meta-extra": "1" } }, 403, "Extra input fields"],
  ["a forged signature", { change: { "X-Amz-Signature": "0".repeat(64) } }, 403, "SignatureDoesNotMatch"],
  ["another policy", { change: { Policy: Buffer.from("{}").toString("base64") } }, 403, "SignatureDoesNotMatch"],
  ["too late", { Expires: -1 }, 403, "Policy expired"],
])("a presigned POST is refused: %s", async (_, attempt: Attempt, status, text) => {
  const response = await post("refused", attempt);
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)]);
  await expect(client.send(new HeadObjectCommand({ Bucket, Key: "refused" }))).rejects.toThrow();
});

test("CORS: the site's origin may read and upload, another may not", async () => {
  const rule = {
    AllowedOrigins: ["http://site"],
    AllowedMethods: ["GET", "PUT"],
    AllowedHeaders: ["content-*"],
    ExposeHeaders: ["ETag"],
    MaxAgeSeconds: 60,
  };
  await client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }));
  const preflight = (origin: string, method = "PUT", headers = "content-type") =>
    fetch(`${server.endpoint}/${Bucket}/x`, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": method, "access-control-request-headers": headers },
    });
  const allowed = await preflight("http://site");
  expect([
    allowed.status,
    allowed.headers.get("access-control-allow-origin"),
    allowed.headers.get("access-control-max-age"),
  ]).toEqual([200, "http://site", "60"]);
  expect(allowed.headers.get("access-control-allow-headers")).toBe("content-type");
  expect((await preflight("http://evil")).status).toBe(403);
  expect((await preflight("http://site", "DELETE")).status).toBe(403);
  expect((await preflight("http://site", "PUT", "x-other")).status).toBe(403);
  const url = await getSignedUrl(client, new GetObjectCommand({ Bucket, Key: "digits" }));
  const read = await fetch(url, { headers: { origin: "http://site" } });
  expect([read.headers.get("access-control-allow-origin"), read.headers.get("access-control-expose-headers")]).toEqual([
    "http://site",
    "ETag",
  ]);
  expect((await fetch(url, { headers: { origin: "http://evil" } })).headers.has("access-control-allow-origin")).toBe(false);
});

test("multipart upload: parts join in their order; small, missing and misordered parts are refused; abort leaves nothing", async () => {
  const Key = "multi";
  const bodies = [Buffer.alloc(5 * 1024 * 1024, "a"), Buffer.from("tail")];
  const start = async () =>
    (await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: "text/plain" }))).UploadId;
  const UploadId = await start();
  const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
  for (const [index, Body] of bodies.entries()) {
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: index + 1, Body }));
    Parts.push({ ETag, PartNumber: index + 1 });
  }
  const listed = await client.send(new ListPartsCommand({ Bucket, Key, UploadId }));
  expect(listed.Parts?.map(({ Size }) => Size)).toEqual([5 * 1024 * 1024, 4]);
  const complete = (parts: typeof Parts) =>
    client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: parts } }));
  await expect(complete(Parts.toReversed())).rejects.toThrow(expect.objectContaining({ name: "InvalidPartOrder" }));
  await expect(complete([{ ETag: '"0"', PartNumber: 1 }])).rejects.toThrow(expect.objectContaining({ name: "InvalidPart" }));
  expect((await complete(Parts)).ETag).toMatch(/^"[\da-f]{32}-2"$/);
  const got = await client.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${5 * 1024 * 1024 - 1}-` }));
  expect([await got.Body?.transformToString(), got.ContentType]).toEqual(["atail", "text/plain"]);

  const aborted = await start();
  await client.send(new UploadPartCommand({ Bucket, Key, UploadId: aborted, PartNumber: 1, Body: "x" }));
  const files = readdirSync(join(directory, "objects")).length;
  await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId: aborted }));
  expect(readdirSync(join(directory, "objects"))).toHaveLength(files - 1);
  await expect(client.send(new ListPartsCommand({ Bucket, Key, UploadId: aborted }))).rejects.toThrow(
    expect.objectContaining({ name: "NoSuchUpload" }),
  );
});

test("lists by prefix and delimiter, page by page", async () => {
  const keys = ["list/a", "list/b/1", "list/b/2", "list/c", "list/d/1", "list/é"];
  for (const key of keys) await put(key, "x");
  await put("lisu", "x");
  const page = async (more: object) => client.send(new ListObjectsV2Command({ Bucket, Prefix: "list/", ...more }));
  expect((await page({})).Contents?.map(({ Key }) => Key)).toEqual(keys);

  const seen: (string | undefined)[] = [];
  let ContinuationToken: string | undefined;
  do {
    const {
      Contents = [],
      CommonPrefixes = [],
      NextContinuationToken,
      KeyCount,
    } = await page({ Delimiter: "/", MaxKeys: 2, ContinuationToken });
    expect(KeyCount).toBeLessThanOrEqual(2);
    seen.push(...Contents.map(({ Key }) => Key), ...CommonPrefixes.map(({ Prefix }) => Prefix));
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken);
  expect(new Set(seen)).toEqual(new Set(["list/a", "list/b/", "list/c", "list/d/", "list/é"]));
  expect(seen).toHaveLength(5);

  await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: keys.slice(1).map((Key) => ({ Key })) } }));
  expect((await page({})).Contents?.map(({ Key }) => Key)).toEqual(["list/a"]);
});

test("a copy is an object of its own, with the source's headers or new ones", async () => {
  await put("original", "same", { ContentType: "text/a" });
  await client.send(new CopyObjectCommand({ Bucket, Key: "copy", CopySource: `${Bucket}/original` }));
  await client.send(
    new CopyObjectCommand({
      Bucket,
      Key: "copy2",
      CopySource: `${Bucket}/original`,
      MetadataDirective: "REPLACE",
      ContentType: "text/b",
    }),
  );
  await client.send(new DeleteObjectCommand({ Bucket, Key: "original" }));
  expect(await textOf("copy")).toBe("same");
  expect((await client.send(new HeadObjectCommand({ Bucket, Key: "copy" }))).ContentType).toBe("text/a");
  expect((await client.send(new HeadObjectCommand({ Bucket, Key: "copy2" }))).ContentType).toBe("text/b");
});

test("lifecycle: objects under the prefix that are old enough are deleted", async () => {
  server.deployBucket("lifecycle", { corsOrigins: [], expire: [{ prefix: "tmp/", afterDays: 1 }] });
  for (const Key of ["tmp/upload", "kept"]) await client.send(new PutObjectCommand({ Bucket: "lifecycle", Key, Body: "x" }));
  expect(await server.sweepExpired(Date.now() + 23 * 3600_000)).toBe(0);
  expect(await server.sweepExpired(Date.now() + 25 * 3600_000)).toBe(1);
  expect((await client.send(new ListObjectsV2Command({ Bucket: "lifecycle" }))).Contents?.map(({ Key }) => Key)).toEqual([
    "kept",
  ]);
});

test("after kill -9 in mid-upload, what was acknowledged is there, each object is whole, and no stray file stays", async () => {
  const dataDir = join(directory, "killed");
  const program = `
    import { startS3 } from ${JSON.stringify(join(import.meta.dirname, "server.ts"))};
    const server = await startS3({ dataDir: ${JSON.stringify(dataDir)} });
    server.deployBucket("files", { corsOrigins: [], expire: [] });
    console.log(server.endpoint);`;
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "--input-type=module-typescript", "-e", program],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const endpoint = await new Promise<string>((resolve) => child.stdout.once("data", (data) => resolve(String(data).trim())));
  const victim = new S3Client({ endpoint, region: "us-east-1", credentials: localCredentials, maxAttempts: 1 });
  const bodyOf = (key: string, version: number) => `${key}-${version};`.repeat(20_000);
  /** The last version of each key that was acknowledged; the one after it may or may not have landed. */
  const acknowledged = new Map<string, number>();
  const write = async (key: string) => {
    for (let version = 0; ; version++) {
      await victim.send(new PutObjectCommand({ Bucket, Key: key, Body: bodyOf(key, version) }));
      acknowledged.set(key, version);
      if (acknowledged.size === 6 && version > 10) child.kill("SIGKILL");
    }
  };
  await Promise.allSettled(["a", "b", "c", "d", "e", "f"].map(write));

  const again = await startS3({ dataDir });
  const reader = clientOf(again.endpoint);
  for (const [Key, version] of acknowledged) {
    const body = await (await reader.send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
    expect([bodyOf(Key, version), bodyOf(Key, version + 1)]).toContain(body);
  }
  await again.close();
  expect(readdirSync(join(dataDir, "objects"))).toHaveLength(acknowledged.size);
});
