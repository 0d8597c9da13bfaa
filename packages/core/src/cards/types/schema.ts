import * as z from "zod";
import type { OperationId } from "../../kernel/id.ts";
import { CardTypeIdSchema, CardTypeSchema, type CardType, FieldSchema, OptionSchema } from "../schema.ts";

/** Paths under /cards that are pages of their own, and words of the editor's address. */
export const reservedSlugs: readonly string[] = ["new", "trash", "import", "imports", "all", "settings", "undefined", "null"];

/** A field as the editor sends it: a new one has an id made there (`fld_…`) or none; a missing key is made from the label. */
const OptionDraftSchema = OptionSchema.omit({ presets: true });
export const FieldDraftSchema = FieldSchema.omit({ presets: true }).extend({
  options: z.array(OptionDraftSchema).max(500).default([]),
  id: FieldSchema.shape.id.optional(),
  key: FieldSchema.shape.key.optional(),
});
export type FieldDraft = z.infer<typeof FieldDraftSchema>;

const fields = z.array(FieldDraftSchema).max(200);
const shape = CardTypeSchema.shape;

const label = FieldSchema.shape.label;
export const CardTypeDraftSchema = z.object({
  name: shape.name,
  pluralName: shape.pluralName,
  slug: shape.slug.optional(),
  apiName: shape.apiName.optional(),
  hue: shape.hue,
  hidden: z.boolean().default(false),
  /** Without `name`, `status` and `owner`: they are implied, unless they are sent to give their position and label. */
  fields: fields.default([]),
  statuses: z.array(OptionDraftSchema).max(100).default([]),
  identifiers: shape.identifiers,
  processes: shape.processes,
  relationViews: shape.relationViews,
  /** Labels of the system fields in the language of the type's creator; English by default. */
  labels: z.object({ name: label, status: label, owner: label }).partial().optional(),
});
export type CardTypeDraft = z.infer<typeof CardTypeDraftSchema>;

export const CreateTypeInput = z.object({ draft: CardTypeDraftSchema });

const version = z.number().int().min(1);
export const UpdateTypeInput = z.object({
  typeId: CardTypeIdSchema,
  expectedVersion: version,
  changes: z
    .object({
      name: shape.name,
      pluralName: shape.pluralName,
      slug: shape.slug,
      apiName: shape.apiName,
      hue: shape.hue,
      hidden: z.boolean(),
      identifiers: z.array(z.string()).max(10),
      processes: z.array(shape.processes.unwrap().element).max(20),
      relationViews: z.array(shape.relationViews.unwrap().element).max(50),
    })
    .partial(),
});
export type CardTypeChanges = z.infer<typeof UpdateTypeInput>["changes"];

/** Resolution for existing values: those of a removed option are replaced or cleared, those of a field with a new type converted or discarded. */
export const ResolutionSchema = z.union([
  z.object({ fieldId: z.string(), optionId: z.string(), replaceBy: z.string().nullable() }).strict(),
  z.object({ fieldId: z.string(), convert: z.boolean() }).strict(),
]);
export type Resolution = z.infer<typeof ResolutionSchema>;

export const UpdateFieldsInput = z.object({
  typeId: CardTypeIdSchema,
  expectedVersion: version,
  /** All fields, in their order. Missing ones are removed. */
  fields,
  resolutions: z.array(ResolutionSchema).max(1_000).default([]),
});
export interface UpdatedFields {
  readonly type: CardType;
  /** The operation that brings existing cards in line, if there is anything to do. */
  readonly operationId: OperationId | null;
}

export const PreviewInput = z.object({
  typeId: CardTypeIdSchema,
  fields: fields.optional(),
  identifiers: z.array(z.string()).max(10).optional(),
});

/** Effects of saving on existing cards. Counts include the trash, since cards can be restored from it. */
export interface Impact {
  readonly kind:
    | "fieldRemoved"
    | "typeChanged"
    | "optionRemoved"
    | "requiredAdded"
    | "identifierAdded"
    | "identifierRemoved"
    | "currencyChanged"
    /** A removed status is taken out of the process that has it as a step or an exit. */
    | "processChanged";
  readonly fieldId: string;
  readonly optionId?: string;
  /** Cards with a value; of `requiredAdded`, cards without one. */
  readonly affected: number;
  /** Cards whose value the new type accepts, and whose value it does not. */
  readonly converts?: number;
  readonly loses?: number;
  /** Up to five, losses first. `after` is null where nothing is left. */
  readonly samples?: readonly { readonly before: string; readonly after: string | null }[];
  /** Cards whose value another card has too: all but the first are left without the identifier. */
  readonly collisions?: number;
  /** The names of the processes that change. */
  readonly processes?: readonly string[];
}

export const TypeRef = z.object({ typeId: CardTypeIdSchema });
export const ReorderTypesInput = z.object({ typeIds: z.array(CardTypeIdSchema).min(1).max(100) });
