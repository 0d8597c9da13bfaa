import { importModes, MappingSchema } from "@kartis/core/imports/schema.ts";
import { TargetIdSchema } from "@kartis/core/imports/targets/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";
import { fields, instant, userId } from "./parts.ts";

const operationId = idSchema("opn");
const states = ["running", "done", "failed", "canceled"] as const;
const code = z.string().describe("The reason, as a code");
const line = z.number().int().describe("Where the row begins in the file; the header is line 1");

export const Started = z.object({ operationId: operationId.describe("To ask for its progress and its result") });

const reject = z.object({
  line,
  fieldId: z.string().nullable(),
  message: code,
  value: z.string(),
  part: z.string().optional().describe("The part of the value that is wrong"),
  cardId: z.string().optional().describe("The card that was not changed"),
  cells: z.array(z.string()).optional().describe("The row, in the order of the mapping"),
});
const rowChange = z.object({
  line,
  cardId: z.string().nullable().describe("Null for what does not exist yet"),
  name: z.string(),
  before: fields,
  after: fields,
});
const alteration = z.object({ line, fieldId: z.string(), message: code, value: z.string() });

const counts = {
  total: z.number().int().nullable().describe("Null until they have been counted"),
  done: z.number().int(),
  created: z.number().int(),
  updated: z.number().int(),
  skipped: z.number().int().describe("Of those that exist already"),
  failed: z.number().int(),
};
const result = {
  failure: code.nullable().describe("Why it has failed as a whole"),
  rejectsUrl: z.string().nullable().describe("`/files/` and the id of a CSV of all rejected rows"),
};
export const Operation = z.object({
  id: operationId,
  kind: z.string(),
  state: z.enum(states),
  ...counts,
  altered: z.number().int().describe("Rows that were accepted with an altered cell"),
  dryRun: z.boolean(),
  startsAutomations: z.boolean().describe("Its changes start automations, as its user asked"),
  errors: z.array(reject).describe("The first 200"),
  changes: z.array(rowChange).describe("The first fifty or so that an import makes, or would make"),
  alterations: z.array(alteration).describe("The first fifty or so"),
  ...result,
  failureParams: z.record(z.string(), z.union([z.string(), z.number()])),
  resultUrl: z.string().nullable().describe("`/files/` and the id of the file that it has written"),
});

export const BulkPreview = z.object({
  total: z.number().int(),
  changing: z.number().int(),
  same: z.number().int().describe("Those that are so already"),
  refused: z.array(
    z.object({ fieldId: z.string().nullable(), message: code, count: z.number().int(), names: z.array(z.string()) }),
  ),
  examples: z.array(z.object({ id: z.string(), typeId: z.string(), name: z.string(), before: fields, after: fields })),
  sms: z
    .object({ parts: z.number().int().describe("That they take"), left: z.number().int().describe("In the balance before") })
    .optional(),
  pastGap: z
    .number()
    .int()
    .optional()
    .describe("Of a move by days: those whose time the clocks skip on the new day, so that it becomes the first moment after"),
  unchecked: z
    .number()
    .int()
    .optional()
    .describe(
      "Of a button: cards that there was no time to check; the other numbers are the least. All are checked when it is pressed",
    ),
});

export const ImportUpload = z.object({
  fileId: idSchema("fil"),
  url: z.string().describe("Where to post the file, as multipart/form-data: `fields` first, then `file`"),
  fields: z.record(z.string(), z.string()),
});
export const MappingSuggestion = z.object({
  mapping: MappingSchema,
  remembered: z.boolean().describe("It is what was last used for these columns"),
  mode: z.enum(importModes),
  matchFieldId: z.string().nullable(),
});
export const CheckedRows = z.array(
  z.object({
    line,
    outcome: z.enum(["create", "update", "same", "refused"]),
    errors: z.array(reject),
    change: rowChange.nullable(),
  }),
);
export const PastImports = z.array(
  z.object({
    operationId,
    typeId: TargetIdSchema,
    userId,
    at: instant,
    fileName: z.string(),
    mode: z.enum(importModes),
    takenBack: z.boolean(),
    state: z.enum(states),
    ...counts,
    ...result,
  }),
);
