import { fileProcedures } from "@kartis/core/attachments/index.ts";
import type { UploadPurpose } from "@kartis/core/files/schema.ts";
import type { ActivityId, CardId, FileId } from "@kartis/core/kernel/id.ts";
import type { TemplateRef } from "@kartis/core/message-templates/schema.ts";
import { named, type Visitor } from "./people.ts";

const [createUpload, finish] = [named(fileProcedures, "files.createUpload"), named(fileProcedures, "files.finish")];

export interface NewFile {
  readonly name: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly purpose?: UploadPurpose;
  readonly cardId?: CardId;
  readonly activityId?: ActivityId;
  readonly templateId?: TemplateRef;
}

/** Posts the bytes as a browser does. @returns the file, not yet finished, and what S3 answered. */
export async function post(
  by: Visitor,
  {
    name,
    content,
    cardId,
    activityId,
    templateId,
    purpose = activityId ? "activity" : templateId ? "template" : "card",
  }: NewFile,
) {
  const { fileId, url, fields } = await by.call(createUpload, {
    name,
    bytes: typeof content === "string" ? Buffer.byteLength(content) : content.byteLength,
    purpose,
    ...(cardId ? { cardId } : {}),
    ...(activityId ? { activityId } : {}),
    ...(templateId ? { templateId } : {}),
  });
  return { fileId, status: await postForm({ url, fields }, content) };
}

/** Posts a file's bytes to where an answer says. @returns the status that S3 answered */
export async function postForm(
  { url, fields }: { readonly url: string; readonly fields: Readonly<Record<string, string>> },
  content: NewFile["content"],
): Promise<number> {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append("file", new Blob([content]));
  return (await fetch(url, { method: "POST", body: form })).status;
}

/** A file that is uploaded and finished. */
export async function storeFile(by: Visitor, file: NewFile): Promise<FileId> {
  const { fileId } = await post(by, file);
  await by.call(finish, { fileId });
  return fileId;
}
