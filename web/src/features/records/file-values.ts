import type { FileReference } from "@kartis/core/files/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";

/** The files of a field's value. */
export function asFiles(value: unknown): readonly FileReference[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown) => {
    if (typeof each !== "object" || each === null || !("fileId" in each) || !isId("fil", each.fileId)) return [];
    const name = "name" in each && typeof each.name === "string" ? each.name : "";
    const bytes = "bytes" in each && typeof each.bytes === "number" ? each.bytes : 0;
    const mime = "mime" in each && typeof each.mime === "string" ? each.mime : "";
    return [{ fileId: each.fileId, name, bytes, mime }];
  });
}

export const inlineUrl = (fileId: string): string => `/files/${fileId}?inline`;
export const downloadUrl = (fileId: string): string => `/files/${fileId}`;

/** The address of a card's picture, or undefined where it has none. */
export function avatarUrlOf({ fields }: { fields: Readonly<Record<string, unknown>> }): string | undefined {
  const [first] = asFiles(fields["avatar"]);
  return first && inlineUrl(first.fileId);
}
