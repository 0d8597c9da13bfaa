import { CardIdSchema, CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";
import { fileId, instant, nextCursor, userId } from "./parts.ts";

const storedFile = {
  fileId,
  name: z.string(),
  bytes: z.number().int(),
  mime: z.string(),
  purpose: z.enum(["card", "image", "avatar", "activity", "template"]),
  cardId: CardIdSchema.nullable(),
  activityId: idSchema("act").nullable().describe("The activity that it was uploaded for"),
  templateId: z.string().nullable().describe("The template that it was uploaded for"),
  uploadedBy: userId,
  createdAt: instant,
};
export const StoredFile = z.object(storedFile);
export const FileList = z.object({
  rows: z.array(
    z.object({
      ...storedFile,
      card: z
        .object({ id: CardIdSchema, typeId: CardTypeIdSchema, name: z.string(), people: z.record(z.string(), z.string()) })
        .nullable(),
    }),
  ),
  total: z.number().int(),
  totalBytes: z.number().int(),
  nextCursor,
});
export const Upload = z.object({
  fileId,
  url: z.string().describe("Where to post the file, as multipart/form-data: `fields` first, then `file`"),
  fields: z.record(z.string(), z.string()),
});
export const FileAddress = z.object({ url: z.string().describe("Gives the file for five minutes") });
export const FileRemoved = z.object({ fileId });
