import { findCards, inScope } from "../cards/index.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import { findFiles } from "../files/index.ts";
import { isImageType } from "../files/rules.ts";
import type { FileReference } from "../files/schema.ts";
import { isId, type OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";

interface Using {
  readonly orgId: OrgId;
  readonly type: CardType;
  readonly importerId: string;
  /** The cards that the importer sees, whose files they may therefore use. */
  readonly seen: Scope;
}

/**
 * The rows with the server's metadata of the files they name, where the importer may use them. Others are dropped, like files deleted since an export: the rest
 * of the row is still useful.
 */
export async function withFiles<R extends object>(rows: readonly R[], { orgId, type, importerId, seen }: Using): Promise<R[]> {
  const fields = type.fields.filter((field) => field.type === "file" || field.type === "image");
  const valuesOf = (row: R): FieldValues => ("values" in row ? (row.values as FieldValues) : {}); // a good row's
  const named = rows.flatMap((row) => fields.flatMap(({ id }) => idsIn(valuesOf(row)[id])));
  if (named.length === 0) return [...rows];
  const files = await findFiles(orgId, named);
  const cards = await findCards(
    orgId,
    [...files.values()].flatMap(({ cardId }) => cardId ?? []),
  );
  const usable = (fileId: string, isImage: boolean): FileReference[] => {
    const file = files.get(fileId);
    if (!file || (isImage && !isImageType(file.mime))) return [];
    const card = file.cardId && cards.get(file.cardId);
    if (file.uploadedBy !== importerId && !(card && inScope(seen, card))) return [];
    return [{ fileId: file.fileId, name: file.name, bytes: file.bytes, mime: file.mime }];
  };
  return rows.map((row) => {
    const values = { ...valuesOf(row) };
    for (const { id, type: kind } of fields) {
      const ids = idsIn(values[id]);
      if (ids.length === 0) continue;
      const kept = ids.flatMap((fileId) => usable(fileId, kind === "image"));
      if (kept.length > 0) values[id] = kept;
      else delete values[id];
    }
    return "values" in row ? { ...row, values } : row;
  });
}

const idsIn = (value: unknown) =>
  Array.isArray(value)
    ? value.flatMap((each: unknown) =>
        typeof each === "object" && each !== null && "fileId" in each && isId("fil", each.fileId) ? [each.fileId] : [],
      )
    : [];
