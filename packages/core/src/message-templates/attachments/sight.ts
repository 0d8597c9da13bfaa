import type { FileId } from "../../kernel/id.ts";
import type { OrgContext } from "../../kernel/procedure.ts";
import { offeredTo } from "../reach.ts";
import type { TemplateRef } from "../schema.ts";
import { type StoredTemplate, storedTemplates } from "../store.ts";

/** The files of all templates that the caller is offered. */
export async function offeredFiles(context: Pick<OrgContext, "principal">): Promise<ReadonlySet<FileId>> {
  const isOffered = await offeredTo(context);
  if (!isOffered) return new Set();
  const offered = (await storedTemplates(context.principal.orgId)).filter(isOffered);
  return new Set(offered.flatMap(({ attachments }) => attachments.map(({ fileId }) => fileId)));
}

/** Templates whose files lists show. */
export interface TemplateSight {
  /** All that are stored: files of others are those of templates that are gone, or not saved yet. */
  readonly stored: readonly TemplateRef[];
  /** Those of them that the caller is offered. */
  readonly offered: readonly TemplateRef[];
}

export async function templateSightOf(context: Pick<OrgContext, "principal">): Promise<TemplateSight> {
  const [all, isOffered] = await Promise.all([storedTemplates(context.principal.orgId), offeredTo(context)]);
  const offered = isOffered ? all.filter(isOffered) : [];
  return { stored: all.map(({ id }) => id), offered: offered.map(({ id }) => id) };
}

/**
 * Whether the caller is offered the template that a file was uploaded for, or another that has the file. Undefined if there is no such template, any more or yet.
 * @param ref a `TemplateRef`, or null for a file that was uploaded for something else
 */
export async function mayReadFileOf(
  context: Pick<OrgContext, "principal">,
  ref: string | null,
  fileId: FileId,
): Promise<boolean | undefined> {
  const isOn = ({ id, attachments }: StoredTemplate) => id === ref || attachments.some((file) => file.fileId === fileId);
  const holding = (await storedTemplates(context.principal.orgId)).filter(isOn);
  if (holding.length === 0) return undefined;
  const isOffered = await offeredTo(context);
  return isOffered !== undefined && holding.some(isOffered);
}
