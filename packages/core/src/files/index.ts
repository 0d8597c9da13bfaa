/*
 * Files. Owns: what is known of a file; the bytes are S3's.
 * Invariant: a file is reached through its organization and its maker's rights, never by a lasting address.
 */
import { GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { type Clock, instant } from "../kernel/clock.ts";
import { env } from "../kernel/env.ts";
import { KartisError } from "../kernel/error.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { type FileId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { procedure } from "../kernel/procedure.ts";
import { fileEntity } from "./entity.ts";
import { temporaryDays, temporaryPrefix } from "./rules.ts";

let client: S3Client | undefined;
const s3 = (): S3Client => (client ??= new S3Client({ forcePathStyle: env("STAGE") === "local" }));

const keyOf = (orgId: OrgId, fileId: FileId): string => `${temporaryPrefix}${orgId}/${fileId}`;
const uploadSeconds = 15 * 60;
const downloadSeconds = 5 * 60;

type Purpose = "import" | "export" | "rejects";

async function remember(orgId: OrgId, purpose: Purpose, name: string, createdBy: string, clock: Clock): Promise<FileId> {
  const fileId = newId("fil", clock.now());
  await fileEntity()
    .create({
      orgId,
      fileId,
      purpose,
      name,
      createdBy,
      createdAt: instant(clock),
      expiresAt: Math.floor(clock.now() / 1000) + temporaryDays * 86_400,
    })
    .go();
  return fileId;
}

/**
 * Where a browser posts a file to: S3 itself takes it, and refuses more bytes than `maxBytes`, for a quarter of an hour.
 * @returns `url` and the form `fields` to send before the file (a presigned POST: only it can bound the size).
 */
export async function createUpload(
  orgId: OrgId,
  purpose: Purpose,
  name: string,
  maxBytes: number,
  createdBy: string,
  clock: Clock,
) {
  const fileId = await remember(orgId, purpose, name, createdBy, clock);
  const { url, fields } = await createPresignedPost(s3(), {
    Bucket: env("DATA_BUCKET"),
    Key: keyOf(orgId, fileId),
    Conditions: [["content-length-range", 1, maxBytes]],
    Expires: uploadSeconds,
  });
  return { fileId, url, fields };
}

/** The bytes of an uploaded file as a stream, and how many. NOT_FOUND when nothing was uploaded. */
export async function readFile(orgId: OrgId, fileId: FileId): Promise<{ body: Readable; bytes: number }> {
  const output = await s3()
    .send(new GetObjectCommand({ Bucket: env("DATA_BUCKET"), Key: keyOf(orgId, fileId) }))
    .catch((error: unknown) => missing(error));
  // In Node the SDK's body is always a Readable.
  return { body: output.Body as Readable, bytes: output.ContentLength ?? 0 };
}

/** Throws NOT_FOUND unless the file is one that this person was to upload for an import, and has. Gives its name. */
export async function requireUpload(orgId: OrgId, fileId: FileId, userId: UserId): Promise<string> {
  const { data } = await fileEntity().get({ orgId, fileId }).go({ consistent: true });
  if (data?.purpose !== "import" || data.createdBy !== userId) throw uploadMissing();
  await s3()
    .send(new HeadObjectCommand({ Bucket: env("DATA_BUCKET"), Key: keyOf(orgId, fileId) }))
    .catch((error: unknown) => missing(error));
  return data.name;
}

const uploadMissing = () => new KartisError("NOT_FOUND", { messageKey: "errors.uploadMissing" });

function missing(error: unknown): never {
  if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) throw uploadMissing();
  throw error;
}

/**
 * Keeps a file that the server makes for a person, who alone may fetch it. It is gathered on disk, because S3 asks for its length first: memory does not
 * grow with it. Undefined, and no file, when there are no lines.
 */
export async function storeLines(
  { orgId, userId }: { readonly orgId: OrgId; readonly userId: UserId },
  purpose: Purpose,
  name: string,
  lines: AsyncIterable<string>,
  clock: Clock,
): Promise<FileId | undefined> {
  const path = join(tmpdir(), `kartis-${randomUUID()}`);
  try {
    const file = createWriteStream(path);
    await pipeline(lines, file);
    if (file.bytesWritten === 0) return undefined;
    const fileId = await remember(orgId, purpose, name, userId, clock);
    await s3().send(
      new PutObjectCommand({
        Bucket: env("DATA_BUCKET"),
        Key: keyOf(orgId, fileId),
        Body: createReadStream(path),
        ContentLength: file.bytesWritten,
        ContentType: "text/csv; charset=utf-8",
      }),
    );
    return fileId;
  } finally {
    await rm(path, { force: true });
  }
}

/** An address that gives the file, as a download under its own name, for five minutes. Whoever it was made for gets it; for others it is not there. */
export const download = procedure({
  name: "files.download",
  kind: "query",
  input: z.object({ fileId: idSchema("fil") }),
  can: ["CARDS", "read"],
  async run({ fileId }, { principal: { orgId, userId } }): Promise<{ url: string }> {
    const { data } = await fileEntity().get({ orgId, fileId }).go({ consistent: true });
    if (!data || data.createdBy !== userId) throw new KartisError("NOT_FOUND");
    const plainName = data.name.replace(/[^\x20-\x7e]|["\\]/g, "_");
    const disposition = `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(data.name)}`;
    const command = new GetObjectCommand({
      Bucket: env("DATA_BUCKET"),
      Key: keyOf(orgId, fileId),
      ResponseContentDisposition: disposition,
    });
    return { url: await getSignedUrl(s3(), command, { expiresIn: downloadSeconds }) };
  },
});

export const fileProcedures = [download] as const;
