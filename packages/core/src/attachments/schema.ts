import * as z from "zod";
import { fileKinds } from "../files/rules.ts";
import { type StoredFile, uploadPurposes } from "../files/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { TemplateRefSchema } from "../message-templates/schema.ts";

export const FileRef = z.object({ fileId: idSchema("fil") });

export const CreateUploadInput = z.object({
  name: z.string().trim().min(1).max(500),
  bytes: z.number().int().min(1),
  purpose: z.enum(uploadPurposes),
  /** The card the file will belong to, which may still have to be created under this id; absent for a person's own picture. */
  cardId: idSchema("crd").optional(),
  /** Attachments only: the activity, which may still have to be created under this id. */
  activityId: idSchema("act").optional(),
  /** Files of templates only: the template, which may still have to be created under this id. */
  templateId: TemplateRefSchema.optional(),
});

export type CreateUpload = z.output<typeof CreateUploadInput>;

export const fileSorts = ["createdAt", "name", "bytes"] as const;

export const FileListInput = z.object({
  /** Files to skip. */
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(50),
  /** Part of the name. */
  search: z.string().trim().max(200).optional(),
  kinds: z.array(z.enum(fileKinds)).max(fileKinds.length).optional(),
  uploadedBy: z.array(idSchema("usr")).max(100).optional(),
  cardId: idSchema("crd").optional(),
  sort: z.object({ by: z.enum(fileSorts), direction: z.enum(["asc", "desc"]) }).default({ by: "createdAt", direction: "desc" }),
});
export type FileListQuery = z.output<typeof FileListInput>;

/** A file as lists show it, with its card if that can still be opened. */
export interface ListedFile extends StoredFile {
  readonly card: {
    readonly id: string;
    readonly typeId: string;
    readonly name: string;
    /** The people the card names, by field: its owner and assignees have the permission for their own files. */
    readonly people: Readonly<Record<string, string>>;
  } | null;
}

export interface FileList {
  readonly rows: readonly ListedFile[];
  readonly total: number;
  readonly totalBytes: number;
  readonly nextCursor: number | null;
}
