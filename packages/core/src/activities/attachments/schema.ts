import * as z from "zod";
import { idSchema } from "../../kernel/id-schema.ts";
import { mostAttachments } from "./rules.ts";

/** Files that were uploaded for the activity, or that are its card's. */
export const AttachmentsSchema = z
  .array(idSchema("fil"))
  .max(mostAttachments, "validation.attachments")
  .refine((ids) => new Set(ids).size === ids.length, "validation.sameFileTwice");
