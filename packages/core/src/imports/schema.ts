import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import type { OperationId, UserId } from "../kernel/id.ts";
import { dayOrders } from "../kernel/local-times.ts";
import { isTimeZone } from "../kernel/zoned-time.ts";
import { type Operation, operationType, type Reject, type RowChange } from "../operations/schema.ts";
import { encodings } from "./dialect.ts";
import { type TargetId, TargetIdSchema } from "./targets/schema.ts";

/** A CSV to import is streamed and exempt from the five-megabyte limit of users' files (BRIEF). */
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
export const SuggestInput = z.object({ typeId: TargetIdSchema, headers: z.array(z.string().max(1_000)).max(200) });

export const MappingSchema = z
  .array(
    z.object({
      column: z.number().int().min(0).max(199),
      fieldId: z.string().max(100).nullable(),
      /** Order for a column of dates; by default that of the organization's country. */
      dayOrder: z.enum(dayOrders).optional(),
    }),
  )
  .max(200);
export type Mapping = z.infer<typeof MappingSchema>;

export const importModes = ["create", "update", "createOrUpdate"] as const;
export type ImportMode = (typeof importModes)[number];

/** A cell corrected on screen; the file stays as it is. */
export const CorrectionSchema = z.object({
  line: z.number().int().min(1),
  column: z.number().int().min(0).max(199),
  value: z.string().max(2_000),
});
export type Correction = z.infer<typeof CorrectionSchema>;

/** Mapping of a file to cards, stored for the next file with the same columns. */
const SettingsSchema = z.object({
  mapping: MappingSchema,
  mode: z.enum(importModes).default("create"),
  /** The field that matches rows to cards; required unless every row becomes a card. */
  matchFieldId: z.string().max(100).optional(),
  /** Empty cells clear the values of existing cards; otherwise they leave them. */
  clearEmpty: z.boolean().default(false),
});
export type ImportSettings = z.infer<typeof SettingsSchema>;

/** Time zone of activities' times; the organization's by default. Instants in card fields always use the organization's. */
const timeZone = z.string().max(64).refine(isTimeZone, "validation.enum").optional();

/** The operation's item stores them, which is at most 400 KB. */
const maxCorrectionBytes = 200_000;
const maxCorrections = 1_000;

export const StartImportInput = SettingsSchema.extend({
  typeId: TargetIdSchema,
  timeZone,
  fileId: idSchema("fil"),
  /** Encoding of the preview, so that the import reads the same text; by default it is detected from the bytes and the organization's language. */
  encoding: z.enum(encodings).optional(),
  corrections: z
    .array(CorrectionSchema)
    .max(maxCorrections)
    .refine((list) => new TextEncoder().encode(JSON.stringify(list)).length <= maxCorrectionBytes, "validation.arraySize")
    .default([]),
  /** Lines of rows to skip. */
  skipLines: z.array(z.number().int().min(1)).max(maxCorrections).default([]),
  dryRun: z.boolean().default(false),
  /** Whether the cards it creates and changes start automations, as single ones would. */
  startAutomations: z.boolean().default(false),
});
export type ImportJob = z.infer<typeof StartImportInput>;

/** The caller has no say in the name of the file. */
export const importOperation = operationType("import", StartImportInput.extend({ fileName: z.string().default("") }));

export const CheckRowsInput = SettingsSchema.extend({
  typeId: TargetIdSchema,
  timeZone,
  /** Cells in the order of the mapping. */
  rows: z
    .array(z.object({ line: z.number().int().min(1), cells: z.array(z.string().max(2_000)).max(200) }))
    .min(1)
    .max(100),
});
/** Result of a dry run for one row. */
export interface CheckedRow {
  readonly line: number;
  readonly outcome: "create" | "update" | "same" | "refused";
  readonly errors: readonly Reject[];
  readonly change: RowChange | null;
}

export interface Suggestion {
  readonly mapping: Mapping;
  /** True when it is what was last used for these columns. */
  readonly remembered: boolean;
  readonly mode: ImportMode;
  readonly matchFieldId: string | null;
}

export const HistoryInput = z.object({ typeId: TargetIdSchema.optional() });
/** One import that was made. */
export interface PastImport extends Pick<
  Operation,
  "state" | "total" | "done" | "created" | "updated" | "skipped" | "failed" | "failure" | "rejectsUrl"
> {
  readonly operationId: OperationId;
  readonly typeId: TargetId;
  readonly userId: UserId;
  readonly at: string;
  readonly fileName: string;
  readonly mode: ImportMode;
  readonly takenBack: boolean;
}
