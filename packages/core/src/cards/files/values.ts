import { findFiles } from "../../files/index.ts";
import { isImageType } from "../../files/rules.ts";
import type { FileReference } from "../../files/schema.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardId, OrgId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { definitionOf } from "../fields/registry.ts";
import { type FieldContext, fieldOfType, settingsOf } from "../rules.ts";
import type { CardType, Field, FieldValues } from "../schema.ts";
import { findCard } from "../store.ts";

/** The person who attaches files, and the card; null for a card without an id yet. */
export interface Placing {
  readonly orgId: OrgId;
  readonly scope: Scope;
  readonly userId: UserId | null;
  readonly cardId: CardId | null;
}

/**
 * Checks the files among a card's values before the change is prepared: each belongs to the organization, is fully uploaded, may be used by the person, and is
 * an image where the field requires one. Fills in the server's own metadata, whatever was sent. Throws INVALID_INPUT naming the fields. Values of other types
 * pass unchanged.
 */
export async function settleFiles(
  type: CardType,
  values: FieldValues,
  placing: Placing,
  context: FieldContext,
): Promise<FieldValues> {
  const wanted = Object.entries(values).flatMap(([fieldId, raw]) => {
    const field = fieldOfType(type, fieldId);
    const files = field && raw !== null && raw !== undefined && filesOf(field, raw, context);
    return files ? [{ field, files }] : [];
  });
  if (wanted.length === 0) return values;
  const found = await findFiles(
    placing.orgId,
    wanted.flatMap(({ files }) => files.map((file) => file.fileId)),
  );
  const errors: Record<string, string> = {};
  const settled: Record<string, unknown> = { ...values };
  for (const { field, files } of wanted) {
    const kept: FileReference[] = [];
    for (const { fileId } of files) {
      const file = found.get(fileId);
      const isTheirs = file && (await mayUse(file, placing));
      if (!file || !isTheirs) errors[field.id] = "validation.fileMissing";
      else if (field.type === "image" && !isImageType(file.mime)) errors[field.id] = "validation.imageOnly";
      else kept.push({ fileId: file.fileId, name: file.name, bytes: file.bytes, mime: file.mime });
    }
    settled[field.id] = kept;
  }
  if (Object.keys(errors).length > 0) throw new KartisError("INVALID_INPUT", { fields: errors });
  return settled;
}

/** The files that a raw value names; undefined if the field holds no files, or the value is invalid, which preparing the change reports. */
function filesOf(field: Field, raw: unknown, context: FieldContext): readonly FileReference[] | undefined {
  if (field.type !== "file" && field.type !== "image") return undefined;
  const parsed = definitionOf(field.type).accept(raw, settingsOf(field, context));
  return parsed.ok ? (parsed.value as readonly FileReference[]) : undefined; // the value of both types' definition
}

/** The person's own upload, a file of this very card, or one of a card they may see. */
async function mayUse(
  file: { readonly cardId: CardId | null; readonly uploadedBy: UserId },
  { orgId, scope, userId, cardId }: Placing,
): Promise<boolean> {
  if (file.uploadedBy === userId || (file.cardId !== null && file.cardId === cardId)) return true;
  return file.cardId !== null && (await findCard(orgId, scope, file.cardId)) !== undefined;
}

/** A card's values without the file: only the part that changes, for a card that has it. */
export function withoutFile(fields: FieldValues, fileId: string): FieldValues {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([fieldId, value]) => {
      if (!Array.isArray(value)) return [];
      const kept = value.filter((each: unknown) => !isFile(each, fileId));
      return kept.length === value.length ? [] : [[fieldId, kept.length === 0 ? null : kept]];
    }),
  );
}

const isFile = (each: unknown, fileId: string): boolean =>
  typeof each === "object" && each !== null && "fileId" in each && each.fileId === fileId;
