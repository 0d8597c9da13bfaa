import { untilProcessed } from "../data/unprocessed.ts";
import { type CommitContext, commit, type ChangeSet, put, remove, update, type Write } from "../data/commit.ts";
import type { ChangeOf } from "../data/payloads.ts";
import type { Principal } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import { type ActivityId, type CardId, type FileId, isId, type OrgId, type UserId } from "../kernel/id.ts";
import { Allowance, limitOf, usedOf } from "../plans/index.ts";
import { fileEntity, storedFileEntity } from "./entity.ts";
import { copyObject, deleteObject, lastingKey, readHead, temporaryKey, uploadMissing } from "./objects.ts";
import { findPassing } from "./passing.ts";
import { isImageType, maxFileBytes, maxFileMegabytes } from "./rules.ts";
import { type FileReference, isForPicture, type StoredFile, type UploadPurpose, uploadPurposes } from "./schema.ts";
import { sniff } from "./sniff.ts";

/** A stored permanent file, as ElectroDB gives it or the replica reads it. */
export interface StoredFileItem {
  readonly fileId: string;
  readonly name: string;
  readonly bytes: number;
  readonly mime: string;
  readonly purpose: UploadPurpose;
  readonly cardId: string;
  readonly activityId?: string | undefined;
  readonly templateId?: string | undefined;
  readonly uploadedBy: string;
  readonly createdAt: string;
  readonly version?: number | undefined;
}

/** An item of the table as a file. */
export function storedFileOf({ fileId, cardId, activityId, templateId, uploadedBy, ...item }: StoredFileItem): StoredFile {
  if (!isId("fil", fileId) || !isId("usr", uploadedBy)) throw new Error(`Not a file: ${fileId}`);
  const { name, bytes, mime, purpose, createdAt, version = 1 } = item;
  const owner = {
    cardId: isId("crd", cardId) ? cardId : null,
    activityId: isId("act", activityId) ? activityId : null,
    templateId: templateId || null,
  };
  return { fileId, name, bytes, mime, purpose, ...owner, uploadedBy, createdAt, version };
}

/** The permanent file, strongly consistent; undefined when there is none, or its upload is not finished. */
export async function findFile(orgId: OrgId, fileId: FileId): Promise<StoredFile | undefined> {
  const { data } = await storedFileEntity().get({ orgId, kind: "stored", fileId }).go({ consistent: true });
  return data ? storedFileOf(data) : undefined;
}

/** Filters the files to those that exist. */
export async function findFiles(orgId: OrgId, fileIds: readonly FileId[]): Promise<Map<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  const keys = [...new Set(fileIds)].map((fileId) => ({ orgId, kind: "stored" as const, fileId: String(fileId) }));
  await untilProcessed(keys, async (some) => {
    const { data, unprocessed } = await storedFileEntity().get(some).go({ consistent: true, concurrent: 4 });
    for (const item of data) files.set(item.fileId, storedFileOf(item));
    return unprocessed.map(({ fileId }) => ({ orgId, kind: "stored" as const, fileId: String(fileId) }));
  });
  return files;
}

export interface Storage {
  readonly bytes: number;
  /** The plan's limit; null if there is none. */
  readonly limitBytes: number | null;
}

/** The organization's usage and limit. */
export async function storageOf({ orgId, plan }: Principal): Promise<Storage> {
  return { bytes: await usedOf(orgId, "storage"), limitBytes: plan ? limitOf(plan.type, "storage") : null };
}

const isUploadPurpose = (purpose: string): purpose is UploadPurpose => uploadPurposes.some((known) => known === purpose);

export const tooLargeFile = () =>
  new KartisError("PAYLOAD_TOO_LARGE", { messageKey: "validation.fileSize", params: { size: maxFileMegabytes } });

/**
 * Makes a finished upload permanent: its type is detected from its bytes, it moves to its permanent place, and item, journal record and storage meter are one
 * transaction. Repeating it returns the same. Throws NOT_FOUND when this person uploaded no such file, INVALID_INPUT if it is not an image where one is
 * required, PAYMENT_REQUIRED when the plan has no room.
 */
export async function finishUpload(
  principal: Principal,
  userId: UserId,
  fileId: FileId,
  context: CommitContext,
): Promise<StoredFile> {
  const finished = () => findFinished(principal.orgId, userId, fileId);
  const known = await finished();
  if (known) return known;
  try {
    return await keepUpload(principal, userId, fileId, context);
  } catch (error) {
    // Another call may have finished it since, and taken away what was to be read here, or the room that was left.
    const isOvertaken = error instanceof KartisError && (error.code === "NOT_FOUND" || error.code === "PAYMENT_REQUIRED");
    const since = isOvertaken ? await finished() : undefined;
    if (since) return since;
    throw error;
  }
}

/** The file, if this person's upload was finished; throws NOT_FOUND if it was another person's. */
async function findFinished(orgId: OrgId, userId: UserId, fileId: FileId): Promise<StoredFile | undefined> {
  const file = await findFile(orgId, fileId);
  if (file && file.uploadedBy !== userId) throw uploadMissing();
  return file;
}

async function keepUpload(principal: Principal, userId: UserId, fileId: FileId, context: CommitContext): Promise<StoredFile> {
  const { orgId } = principal;
  const upload = await findPassing(orgId, fileId);
  if (!upload || upload.createdBy !== userId || !isUploadPurpose(upload.purpose)) throw uploadMissing();
  const { purpose, name } = upload;
  const temporary = temporaryKey(orgId, fileId);
  const { head, bytes } = await readHead(temporary);
  if (bytes > maxFileBytes) throw tooLargeFile();
  const mime = sniff(head, name);
  if (isForPicture(purpose) && !isImageType(mime)) {
    await deleteObject(temporary);
    throw new KartisError("INVALID_INPUT", { fields: { file: "validation.imageOnly" } });
  }
  const lasting = lastingKey(orgId, fileId);
  await copyObject(temporary, lasting, mime);
  const storage = new Allowance(orgId, principal.plan, "storage");
  const committed = await commit(context, async (createdAt): Promise<ChangeSet<StoredFile>> => {
    // Two browsers, or one that asked twice, may finish the same upload.
    const finished = await findFile(orgId, fileId);
    if (finished) return { writes: [], records: [], result: finished };
    const item = {
      fileId,
      name,
      bytes,
      mime,
      purpose,
      cardId: upload.cardId ?? "",
      ...(upload.activityId ? { activityId: upload.activityId } : {}),
      ...(upload.templateId ? { templateId: upload.templateId } : {}),
      uploadedBy: userId,
      createdAt,
    } satisfies StoredFileItem;
    return {
      writes: [
        put(
          storedFileEntity()
            .create({ orgId, kind: "stored", ...item })
            .params(),
          "stale",
        ),
        remove(fileEntity().delete({ orgId, fileId }).params(), "stale"),
        ...(await storage.take(bytes)),
      ],
      records: [{ changes: [uploadOf(item)] }],
      result: storedFileOf(item),
    };
  }).catch(async (error: unknown) => {
    // Only what certainly was not written, here or by another call: where the file exists, its bytes must.
    if (error instanceof KartisError && error.code === "PAYMENT_REQUIRED") await dropBytes(orgId, fileId);
    throw error;
  });
  await deleteObject(temporary);
  return committed.result;
}

/**
 * Files of an activity that came otherwise than by an upload, for a commit: their bytes are stored already. Counted, whatever the plan allows: whoever stores them has
 * asked before.
 */
export async function arriving(
  orgId: OrgId,
  files: readonly { readonly reference: FileReference; readonly activityId: ActivityId; readonly uploadedBy: UserId }[],
  createdAt: string,
): Promise<{ readonly writes: readonly Write[]; readonly changes: readonly ChangeOf<"file.upload">[] }> {
  if (files.length === 0) return { writes: [], changes: [] };
  const items = files.map(({ reference, activityId, uploadedBy }) => ({
    ...reference,
    purpose: "activity" as const,
    cardId: "",
    activityId,
    uploadedBy,
    createdAt,
  }));
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  return {
    writes: [
      ...items.map((item) =>
        put(
          storedFileEntity()
            .create({ orgId, kind: "stored", ...item })
            .params(),
          "stale",
        ),
      ),
      ...(await new Allowance(orgId, null, "storage").take(bytes)),
    ],
    changes: items.map(uploadOf),
  };
}

const uploadOf = (item: StoredFileItem & { readonly fileId: FileId }): ChangeOf<"file.upload"> => ({
  action: "file.upload",
  subject: { kind: "file", id: item.fileId },
  version: 1,
  before: null,
  after: { ...item },
});

/** Removes a file as part of a `commit()`: its item, its share of the meter, the record. Its bytes follow the record (`events/files/on-deleted.ts`). */
export function removalOf(
  orgId: OrgId,
  file: StoredFile,
): { readonly writes: readonly Write[]; readonly change: ChangeOf<"file.delete"> } {
  const { writes, changes } = removalsOf(orgId, [file]);
  const [change] = changes;
  if (!change) throw new Error("A removal without a change");
  return { writes, change };
}

/** The same for several, whose share of the meter is one write. */
export function removalsOf(
  orgId: OrgId,
  files: readonly StoredFile[],
): { readonly writes: readonly Write[]; readonly changes: readonly ChangeOf<"file.delete">[] } {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    writes: [
      ...files.map(({ fileId }) =>
        remove(
          storedFileEntity()
            .remove({ orgId, kind: "stored", fileId })
            .where((attribute, { exists }) => exists(attribute.fileId))
            .params(),
          "stale",
        ),
      ),
      ...new Allowance(orgId, null, "storage").give(total),
    ],
    changes: files.map(({ fileId, version, cardId, activityId, templateId, ...file }) => ({
      action: "file.delete",
      subject: { kind: "file", id: fileId },
      version: version + 1,
      before: { ...file, ...ownerValues({ cardId, activityId, templateId }) },
      after: null,
    })),
  };
}

/** The owner attributes of a file, as its item and records store them. */
const ownerValues = ({ cardId, activityId, templateId }: Pick<StoredFile, "cardId" | "activityId" | "templateId">) => ({
  cardId: cardId ?? "",
  ...(activityId ? { activityId } : {}),
  ...(templateId ? { templateId } : {}),
});

/**
 * Passes a file on to another card, activity or template, as part of a `commit()`.
 * @param heir the id of a card or an activity, or the `TemplateRef` of a template
 */
export function passingOn(
  orgId: OrgId,
  { fileId, version, ...from }: StoredFile,
  heir: string,
): { readonly write: Write; readonly change: ChangeOf<"file.update"> } {
  const isOfTemplate = !isId("crd", heir) && !isId("act", heir);
  const to = {
    cardId: isId("crd", heir) ? heir : "",
    activityId: isId("act", heir) ? heir : "",
    ...(isOfTemplate || from.templateId ? { templateId: isOfTemplate ? heir : "" } : {}),
  };
  return {
    write: update(
      storedFileEntity()
        .patch({ orgId, kind: "stored", fileId })
        .set({ ...to, version: version + 1 })
        .where((attribute, { eq, notExists }) =>
          version === 1 ? `${notExists(attribute.version)} OR ${eq(attribute.version, 1)}` : eq(attribute.version, version),
        )
        .params(),
      "stale",
    ),
    change: {
      action: "file.update",
      subject: { kind: "file", id: fileId },
      version: version + 1,
      before: {
        cardId: from.cardId ?? "",
        activityId: from.activityId ?? "",
        ...("templateId" in to ? { templateId: from.templateId ?? "" } : {}),
      },
      after: to,
    },
  };
}

/** The files that belong to the card, from an index that may lag a moment behind. */
export async function filesOfCard(orgId: OrgId, cardId: CardId): Promise<StoredFile[]> {
  const { data } = await storedFileEntity().query.byCard({ orgId, cardId }).go({ pages: "all" });
  return data.map(storedFileOf);
}

/** Deletes the bytes of a file whose item is gone; an existing one keeps them. Harmless to repeat. */
export async function dropBytes(orgId: OrgId, fileId: FileId): Promise<void> {
  if (await findFile(orgId, fileId)) return;
  await deleteObject(lastingKey(orgId, fileId));
}
