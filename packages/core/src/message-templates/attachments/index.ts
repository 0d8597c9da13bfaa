/* What other domains ask of templates' files without bringing the built-in texts. */
import { firstIdAt, recordsById } from "../../data/replica/feed.ts";
import { recordsAbout } from "../../data/trail/about.ts";
import type { Change } from "../../data/journal.ts";
import type { Write } from "../../data/commit.ts";
import type { FileId, OrgId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { openTrail } from "../../replicas.ts";
import { messageTemplateEntity } from "../entity.ts";
import type { TemplateRef } from "../schema.ts";
import type { TemplateSight } from "./sight.ts";

export type { TemplateSight } from "./sight.ts";

type Asking = Pick<OrgContext, "principal">;

/** The files of all templates that the caller is offered. */
export const offeredFiles = async (context: Asking): Promise<ReadonlySet<FileId>> =>
  (await import("./sight.ts")).offeredFiles(context);

/** Templates by which lists show files. */
export const templateSightOf = async (context: Asking): Promise<TemplateSight> =>
  (await import("./sight.ts")).templateSightOf(context);

/**
 * Whether the caller is offered the template that a file was uploaded for, or another that has the file. Undefined if there is no such template, any more or yet.
 * @param ref a `TemplateRef`, or null for a file that was uploaded for something else
 */
export const mayReadFileOf = async (context: Asking, ref: string | null, fileId: FileId): Promise<boolean | undefined> =>
  (await import("./sight.ts")).mayReadFileOf(context, ref, fileId);

/** Throws NOT_FOUND, NO_PERMISSION or FORBIDDEN unless the caller may change the template, or make one under that id where there is none. */
export const requireAttaching = async (context: OrgContext, ref: TemplateRef): Promise<void> =>
  (await import("./accept.ts")).requireAttaching(context, ref);

/** Takes a file off the templates that have it, as part of the commit that deletes it. */
export const templateEdits = async (
  ...of: readonly [orgId: OrgId, fileId: FileId, at: string]
): Promise<readonly { readonly write: Write; readonly change: Change }[]> => (await import("./accept.ts")).templateEdits(...of);

async function templateItems(orgId: OrgId) {
  const query = messageTemplateEntity().query.main({ orgId, partOf: "messageTemplate" });
  return (await query.go({ consistent: true, pages: "all" })).data;
}

const fileIdsIn = (attachments: unknown): string[] =>
  Array.isArray(attachments) ? attachments.map((file: unknown) => String(Object(file).fileId)) : [];

/** Which templates have files: file → references of templates, strongly consistent. */
export async function templatesHolding(orgId: OrgId): Promise<ReadonlyMap<string, readonly string[]>> {
  const holders = new Map<string, string[]>();
  for (const { templateId, attachments } of await templateItems(orgId))
    for (const fileId of fileIdsIn(attachments)) holders.set(fileId, [...(holders.get(fileId) ?? []), templateId]);
  return holders;
}

/**
 * Of files that were uploaded for templates, those that no template has, nor has had since `since`: an undo or an earlier version may still bring back the others.
 * @param since an instant
 */
export async function unusedFiles(
  orgId: OrgId,
  files: readonly { readonly fileId: FileId; readonly templateId: string }[],
  since: string,
): Promise<FileId[]> {
  const items = await templateItems(orgId);
  const used = new Set(items.flatMap(({ attachments }) => fileIdsIn(attachments)));
  const detached = files.filter(({ fileId }) => !used.has(fileId));
  if (detached.length === 0) return [];
  const trail = await openTrail(orgId);
  const first = firstIdAt(Date.parse(since));
  const templates = new Set([...items, ...detached].map(({ templateId }) => templateId));
  const recent = [...templates].flatMap((templateId) => recordsAbout(trail, templateId).filter((id) => id >= first));
  for (const { changes } of await recordsById(orgId, recent))
    for (const { before } of changes) for (const fileId of fileIdsIn(before?.["attachments"])) used.add(fileId);
  return detached.flatMap(({ fileId }) => (used.has(fileId) ? [] : [fileId]));
}
