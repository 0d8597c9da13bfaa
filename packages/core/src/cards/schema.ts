import * as z from "zod";
import type { CardId, CardTypeId, Id, RecordId, UserId } from "../kernel/id.ts";
import { ulidForm } from "../kernel/id-form.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { currencyCodes } from "../kernel/money.ts";
import { PresetNamesSchema } from "../kernel/preset-names.ts";
import { hues } from "./fields/field.ts";
import type { CardFigures } from "./figures/schema.ts";
import { registeredFieldTypes } from "./fields/registry.ts";

export const CardIdSchema = idSchema("crd");
export const CardTypeIdSchema = idSchema("typ");

/** Fields that every card type has under a fixed id. `status` only where the type has statuses. */
export const systemFieldIds = ["name", "status", "owner"] as const;
/** Filterable, sortable and displayable properties besides fields. */
export const computedColumns = ["createdAt", "updatedAt"] as const;

export const OptionSchema = z.object({
  id: z.string().min(1).max(64),
  label: z.string().trim().min(1).max(200),
  hue: z.enum(hues),
  /** Ids of options that this one has replaced: a value that still names one of them means this option. */
  formerIds: z.array(z.string()).max(500).optional(),
  presets: PresetNamesSchema.optional(),
});

/** Target of a relation field: card types (empty for all), and whether it holds one card or several. */
export const RelationSchema = z.object({
  typeIds: z.array(CardTypeIdSchema).max(50).default([]),
  many: z.boolean().default(true),
  /** The relation's name on the other side; by default the type's plural name. */
  inverseLabel: z.string().trim().max(200).optional(),
});

export const FieldSchema = z.object({
  /** `name`, `status`, `owner` or `fld_…`. Never changes: cards keep values under it. */
  id: z.string().min(1),
  /** The system API name, unique in the type. */
  key: z.string().regex(/^[a-z][a-zA-Z0-9_]{0,63}$/),
  type: z.enum(registeredFieldTypes),
  label: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).optional(),
  options: z.array(OptionSchema).max(500).default([]),
  currency: z.enum(currencyCodes).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** Card relations only. */
  relation: RelationSchema.optional(),
  /** User fields only: the person in it is assigned to the card, so their permission for their own cards covers it. The owner is always assigned. */
  assigns: z.boolean().optional(),
  /** Tints the field's name where people want to find it at a glance. */
  hue: z.enum(hues).optional(),
  /** Shown in lists unless a view says otherwise; the card page shows every field that is not internal. */
  displayed: z.boolean().default(true),
  required: z.boolean().default(false),
  defaultValue: z.unknown().optional(),
  /** Name of the group on the card page. */
  group: z.string().max(200).optional(),
  internal: z.boolean().default(false),
  /** Ids the field had while it was of another type (each type gets a new id, so that values always fit their field), newest last. */
  formerIds: z.array(z.string()).max(50).optional(),
  /** Presets of its label and group. */
  presets: PresetNamesSchema.optional(),
});
export type Field = z.infer<typeof FieldSchema>;

/**
 * An ordered chain of statuses (SPEC section 3, "processes"). A card whose status is a step moves only to the next step, back one where the step allows it,
 * or to an exit; from the last step it is free. A status is a step of one process at most.
 */
export const ProcessSchema = z.object({
  id: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(100),
  steps: z
    .array(
      z.object({
        statusId: z.string(),
        /** Fields that need a value before a card may be on this step. */
        requiredFieldIds: z.array(z.string()).max(50).default([]),
        /** From this step a card can go back one step. */
        backAllowed: z.boolean().default(false),
      }),
    )
    .min(2)
    .max(50),
  /** Statuses outside the chain that every step may leave to, e.g. "Unqualified". */
  exitStatusIds: z.array(z.string()).max(50).default([]),
});
export type Process = z.infer<typeof ProcessSchema>;

/** A list of related cards on a card's page: for a relation field of this type, or of another type that points here. */
export const RelationViewSchema = z.object({
  id: z.string().min(1).max(64),
  title: z.string().trim().min(1).max(100),
  /** The relation field, of this type or of `typeId`. */
  fieldId: z.string(),
  /** The type the field belongs to: this one's own id for cards it points at, another's for cards that point here. */
  typeId: CardTypeIdSchema,
  /** Fields of the listed cards that are shown beside their name. */
  fieldIds: z.array(z.string()).max(10).default([]),
});
export type RelationView = z.infer<typeof RelationViewSchema>;

export const CardTypeSchema = z.object({
  id: CardTypeIdSchema,
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/),
  apiName: z.string().regex(/^[a-z][a-zA-Z0-9_]{0,63}$/),
  name: z.string().trim().min(1).max(100),
  pluralName: z.string().trim().min(1).max(100),
  hue: z.enum(hues),
  hidden: z.boolean().default(false),
  /** Ids of the fields that together identify a card; empty switches duplicate detection off. */
  identifiers: z.array(z.string()).default([]),
  fields: z.array(FieldSchema),
  processes: z.array(ProcessSchema).max(20).default([]),
  relationViews: z.array(RelationViewSchema).max(50).default([]),
  /** Removed fields: cards may keep values under their ids, which are therefore never given to another type. */
  removedFields: z
    .array(z.object({ id: z.string(), type: z.enum(registeredFieldTypes), currency: z.enum(currencyCodes).optional() }))
    .max(200)
    .optional(),
  order: z.number(),
  version: z.number(),
  presets: PresetNamesSchema.optional(),
});
export type CardType = z.infer<typeof CardTypeSchema>;

/** Field id → value, in the shape of the field's type. Null clears a value. */
export const FieldValuesSchema = z.record(z.string(), z.unknown());
export type FieldValues = Readonly<Record<string, unknown>>;
const ListsSchema = z.record(z.string(), z.array(z.string().max(100)).min(1).max(200));

export interface Card {
  readonly id: CardId;
  readonly typeId: CardTypeId;
  readonly version: number;
  readonly fields: FieldValues;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
  /** Trashed cards only: the card that it was merged into. */
  readonly mergedInto?: CardId | undefined;
  /** Figures of its activities for the viewer; only in lists that request them. */
  readonly figures?: CardFigures | undefined;
}

/** The card's name, for display wherever it is referenced. */
export interface CardName {
  readonly name: string;
  readonly typeId: CardTypeId;
}
/** The names of referenced cards; those that the actor does not see, in the trash or gone are absent. */
export type CardNames = Readonly<Record<CardId, CardName>>;

/** The result of a change: the current card, and the record that undoes it; null when nothing changed. */
export interface ChangedCard extends Card {
  readonly recordId: RecordId | null;
}

export const CreateInput = z
  .object({
    typeId: CardTypeIdSchema,
    fields: FieldValuesSchema,
    cardId: CardIdSchema.optional(),
    /** The card that shall reference the new one, and in which field: both are written in one transaction, under one record. */
    namedBy: z.object({ cardId: CardIdSchema, fieldId: z.string().max(100) }).optional(),
  })
  .refine(({ cardId, namedBy }) => namedBy === undefined || namedBy.cardId !== cardId, {
    path: ["namedBy", "cardId"],
    error: "validation.relatedCard",
  });
/** A card with the names of the cards its relations reference. */
export interface CardWithNames extends Card {
  readonly related: CardNames;
}
export const UpdateInput = z.object({
  cardId: CardIdSchema,
  /** The version the caller has seen: a field that somebody changed after it is a CONFLICT, other fields merge. */
  expectedVersion: z.number().int().min(1).optional(),
  fields: FieldValuesSchema,
});
/** Of one card, values can also be added to the lists that its fields hold, and taken out of them, whatever else others add meanwhile. */
export const UpdateCardInput = UpdateInput.extend({
  fields: FieldValuesSchema.default({}),
  /** Field id → values that are added if they are missing. */
  add: ListsSchema.optional(),
  /** Field id → values that are taken out. */
  remove: ListsSchema.optional(),
});
export type UpdateManyChange = z.infer<typeof UpdateInput>;
export const UpdateManyInput = z.object({
  changes: z
    .array(UpdateInput)
    .min(1)
    .max(200)
    .refine((changes) => new Set(changes.map(({ cardId }) => cardId)).size === changes.length, "validation.duplicate"),
});
/** The outcome of one of many changes: the current card, or why it is unchanged. */
export interface UpdateOutcome {
  readonly cardId: CardId;
  readonly card: Card | null;
  readonly error: {
    readonly code: string;
    readonly messageKey?: string;
    readonly params?: Readonly<Record<string, string | number>>;
    /** Problems by field, as catalogue keys. */
    readonly fields?: Readonly<Record<string, string>>;
  } | null;
}
export interface ManyUpdated {
  /** In the order of the changes. */
  readonly outcomes: readonly UpdateOutcome[];
  /** The records that undo it, oldest first; none when nothing changed. */
  readonly recordIds: readonly RecordId[];
}
export const RecordRef = z.object({ recordId: z.string().regex(ulidForm) });
export const CardRef = z.object({ cardId: CardIdSchema });
export const GetInput = z.object({ id: CardIdSchema });

/** One line of a card's history. */
export interface HistoryEntry {
  readonly recordId: RecordId;
  readonly at: string;
  readonly action: string;
  readonly userId: UserId | null;
  readonly actorKind: string;
  /** Which automation it was, if it was one. */
  readonly automationId: Id<"aut"> | null;
  /** Which lead form or incoming webhook it was, if it was one. */
  readonly sourceId: Id<"frm"> | Id<"inw"> | null;
  readonly origin: string;
  readonly before: FieldValues | null;
  readonly after: FieldValues | null;
}

/** A page of it. */
export interface History {
  readonly entries: readonly HistoryEntry[];
  /** Names of the cards in the values. */
  readonly related: CardNames;
  readonly nextCursor: number | null;
}
