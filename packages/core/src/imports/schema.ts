import * as z from "zod";
import { CardTypeIdSchema } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";

/** A CSV to import is streamed and not under the five-megabyte limit of users' files (BRIEF). */
export const maxImportBytes = 500 * 1024 * 1024;

export const CreateUploadInput = z.object({
  fileName: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/\.csv$/i, "validation.csv"),
  bytes: z.number().int().min(1).max(maxImportBytes),
});
export const SuggestInput = z.object({ typeId: CardTypeIdSchema, headers: z.array(z.string().max(1_000)).max(200) });
export const MappingSchema = z
  .array(z.object({ column: z.number().int().min(0).max(199), fieldId: z.string().nullable() }))
  .max(200);
export type Mapping = z.infer<typeof MappingSchema>;
export const StartImportInput = z.object({
  typeId: CardTypeIdSchema,
  fileId: idSchema("fil"),
  mapping: MappingSchema,
  mode: z.enum(["create"]).default("create"),
  dryRun: z.boolean().default(false),
});
/** As kept with the operation. */
export type ImportJob = z.infer<typeof StartImportInput>;
