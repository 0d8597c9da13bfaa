import { mostAttachedMegabytes } from "../../activities/mails/rules.ts";
import type { Write } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import { findFiles } from "../../files/index.ts";
import type { FileReference } from "../../files/schema.ts";
import { KartisError } from "../../kernel/error.ts";
import type { FileId, OrgId } from "../../kernel/id.ts";
import { type OrgContext, requireRight } from "../../kernel/procedure.ts";
import { feature, reachOf } from "../reach.ts";
import type { TemplateRef } from "../schema.ts";
import { builtIn, kindIn, type StoredTemplate, storedTemplates, templateWrite } from "../store.ts";
import { mayReadFileOf } from "./sight.ts";

/** The template that files are attached to, as it is now. */
type Attaching = Pick<StoredTemplate, "id" | "channel" | "attachments">;

/**
 * The files that a change of a template names, as they are stored. Throws INVALID_INPUT for one that was neither uploaded for the template nor is on another one
 * within reach, and for more than one email carries. Whatever is attached already stays.
 */
export async function acceptAttachments(
  context: OrgContext,
  given: readonly FileId[] | undefined,
  { id, channel, attachments }: Attaching,
): Promise<readonly FileReference[]> {
  if (given === undefined) return attachments;
  if (channel === "sms" && given.length > 0)
    throw new KartisError("INVALID_INPUT", { fields: { attachments: "validation.type" } });
  const kept = new Map<string, FileReference>(attachments.map((file) => [file.fileId, file]));
  const added = given.filter((fileId) => !kept.has(fileId));
  const { orgId } = context.principal;
  const found = await findFiles(orgId, added);
  const others = [...found.values()].some(({ templateId }) => templateId !== id) ? await storedTemplates(orgId) : [];
  const isReached = await reachOf(context);
  const isTheirs = (fileId: FileId, owner: string | null, uploadedBy: string) => {
    if (owner === id) return true;
    // What somebody writes into a template that is deleted meanwhile can become another one.
    const isOrphan = owner !== null && !others.some((template) => template.id === owner);
    const isOn = ({ attachments: files }: StoredTemplate) => files.some((file) => file.fileId === fileId);
    return (isOrphan && uploadedBy === context.principal.userId) || others.some((one) => isOn(one) && isReached(one));
  };
  const accepted = given.map((fileId): FileReference => {
    const known = kept.get(fileId);
    if (known) return known;
    const file = found.get(fileId);
    if (!file || !isTheirs(fileId, file.templateId, file.uploadedBy))
      throw new KartisError("INVALID_INPUT", { fields: { attachments: "validation.fileMissing" } });
    return { fileId, name: file.name, bytes: file.bytes, mime: file.mime };
  });
  if (accepted.reduce((sum, { bytes }) => sum + bytes, 0) > mostAttachedMegabytes * 1_048_576)
    throw new KartisError("INVALID_INPUT", { fields: { attachments: "validation.mailTooLarge" } });
  return accepted;
}

/** The files of a template that have not been deleted since. */
export async function livingAttachments(orgId: OrgId, files: readonly FileReference[]): Promise<readonly FileReference[]> {
  if (files.length === 0) return files;
  const found = await findFiles(
    orgId,
    files.map(({ fileId }) => fileId),
  );
  return files.filter(({ fileId }) => found.has(fileId));
}

/** Throws NOT_FOUND, NO_PERMISSION or FORBIDDEN unless the caller may change the template, or make one under that id where there is none. */
export async function requireAttaching(context: OrgContext, ref: TemplateRef): Promise<void> {
  const { orgId, features } = context.principal;
  if (features && !features.includes(feature)) throw new KartisError("NOT_FOUND");
  const kind = kindIn(ref);
  const stored = (await storedTemplates(orgId)).find(({ id }) => id === ref);
  const template = stored ?? (kind ? builtIn(kind, ref) : undefined);
  const right = requireRight(["TEMPLATES", template ? "update" : "create"], context);
  if (template && !(await reachOf(right))(template)) throw new KartisError("FORBIDDEN");
}

/** The files of a message that is sent as a test. Throws INVALID_INPUT for one that the caller has neither uploaded for a template nor is offered with one. */
export async function testedFiles(context: OrgContext, fileIds: readonly FileId[]): Promise<readonly FileReference[]> {
  const { orgId, userId } = context.principal;
  const found = await findFiles(orgId, fileIds);
  return Promise.all(
    fileIds.map(async (fileId) => {
      const file = found.get(fileId);
      const isOffered = file && (await mayReadFileOf(context, file.templateId, fileId));
      const isOwnUpload = isOffered === undefined && file?.templateId && file.uploadedBy === userId;
      if (!file || !(isOffered || isOwnUpload))
        throw new KartisError("INVALID_INPUT", { fields: { attachments: "validation.fileMissing" } });
      return { fileId, name: file.name, bytes: file.bytes, mime: file.mime };
    }),
  );
}

/** Takes a file off the templates that have it, as part of the commit that deletes it. */
export async function templateEdits(
  orgId: OrgId,
  fileId: FileId,
  at: string,
): Promise<{ readonly write: Write; readonly change: Change }[]> {
  const holding = (await storedTemplates(orgId)).filter(({ attachments }) => attachments.some((file) => file.fileId === fileId));
  return holding.flatMap((template) => {
    const attachments = template.attachments.filter((file) => file.fileId !== fileId);
    return templateWrite(orgId, template, { ...template, attachments, updatedAt: at }) ?? [];
  });
}
