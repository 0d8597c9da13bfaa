import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Clock, instant, epochSeconds } from "../kernel/clock.ts";
import { type ActivityId, type CardId, type FileId, newId, type OrgId, type UserId } from "../kernel/id.ts";
import { fileEntity } from "./entity.ts";
import { readObject, requireObject, storeObject, temporaryKey, uploadForm, uploadMissing } from "./objects.ts";
import { temporaryDays } from "./rules.ts";
import type { FilePurpose } from "./schema.ts";

export interface PassingFile {
  readonly purpose: FilePurpose;
  readonly name: string;
  readonly createdBy: string;
  readonly cardId: string | null;
  readonly activityId: string | null;
  readonly templateId: string | null;
}

/** The card, activity or template that an upload will belong to, if any. */
export interface FileOwner {
  readonly cardId?: CardId | undefined;
  readonly activityId?: ActivityId | undefined;
  readonly templateId?: string | undefined;
}

/** A temporary file's metadata, strongly consistent. */
export async function findPassing(orgId: OrgId, fileId: FileId): Promise<PassingFile | undefined> {
  const { data } = await fileEntity().get({ orgId, fileId }).go({ consistent: true });
  if (!data) return undefined;
  const { purpose, name, createdBy, cardId = null, activityId = null, templateId = null } = data;
  return { purpose, name, createdBy, cardId, activityId, templateId };
}

async function remember(
  orgId: OrgId,
  purpose: FilePurpose,
  name: string,
  createdBy: string,
  clock: Clock,
  owner?: FileOwner,
): Promise<FileId> {
  const fileId = newId("fil", clock.now());
  await note(orgId, fileId, purpose, name, createdBy, clock, owner);
  return fileId;
}

async function note(
  orgId: OrgId,
  fileId: FileId,
  purpose: FilePurpose,
  name: string,
  createdBy: string,
  clock: Clock,
  { cardId, activityId, templateId }: FileOwner = {},
): Promise<void> {
  await fileEntity()
    .put({
      orgId,
      fileId,
      purpose,
      name,
      createdBy,
      ...(cardId ? { cardId } : {}),
      ...(activityId ? { activityId } : {}),
      ...(templateId ? { templateId } : {}),
      createdAt: instant(clock),
      expiresAt: epochSeconds(clock.now()) + temporaryDays * 86_400,
    })
    .go();
}

/**
 * Where a browser posts a file to: S3 itself receives it, and refuses more bytes than `maxBytes`, for a quarter of an hour.
 * @returns `url` and the form `fields` to send before the file.
 */
export async function createUpload(
  orgId: OrgId,
  purpose: FilePurpose,
  name: string,
  maxBytes: number,
  createdBy: string,
  clock: Clock,
  owner?: FileOwner,
): Promise<{ fileId: FileId; url: string; fields: Record<string, string> }> {
  const fileId = await remember(orgId, purpose, name, createdBy, clock, owner);
  return { fileId, ...(await uploadForm(temporaryKey(orgId, fileId), maxBytes)) };
}

/** The bytes of an uploaded file as a stream, and how many. NOT_FOUND when nothing was uploaded. */
export const readFile = (orgId: OrgId, fileId: FileId): Promise<{ body: Readable; bytes: number }> =>
  readObject(temporaryKey(orgId, fileId));

/** Throws NOT_FOUND unless the file is an import's upload by this person and is complete. Returns its name. */
export async function requireUpload(orgId: OrgId, fileId: FileId, userId: UserId): Promise<string> {
  const file = await findPassing(orgId, fileId);
  if (file?.purpose !== "import" || file.createdBy !== userId) throw uploadMissing();
  await requireObject(temporaryKey(orgId, fileId));
  return file.name;
}

/**
 * Stores a file that the server makes for a person, whom it is served to exclusively. It is gathered on disk, because S3 needs its length first: memory does
 * not grow with it, and nothing is left if it breaks off: the object exists whole or not at all, and its metadata is written afterwards. Undefined, and no
 * file, when there are no lines.
 */
export const storeLines = (
  whose: { readonly orgId: OrgId; readonly userId: UserId },
  purpose: FilePurpose,
  name: string,
  lines: AsyncIterable<string>,
  clock: Clock,
): Promise<FileId | undefined> => storeFile(whose, purpose, name, "text/csv; charset=utf-8", lines, clock);

/** The same for any type. */
export async function storeFile(
  { orgId, userId }: { readonly orgId: OrgId; readonly userId: UserId },
  purpose: FilePurpose,
  name: string,
  mime: string,
  content: AsyncIterable<string | Uint8Array>,
  clock: Clock,
): Promise<FileId | undefined> {
  const path = join(tmpdir(), `kartis-${randomUUID()}`);
  try {
    const file = createWriteStream(path);
    await pipeline(content, file);
    if (file.bytesWritten === 0) return undefined;
    const fileId = newId("fil", clock.now());
    await storeObject(temporaryKey(orgId, fileId), path, file.bytesWritten, mime);
    await note(orgId, fileId, purpose, name, userId, clock);
    return fileId;
  } finally {
    await rm(path, { force: true });
  }
}
