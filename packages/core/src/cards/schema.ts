import * as z from "zod";
import type { CardId, CardTypeId, FileId, RecordId, UserId } from "../kernel/id.ts";
import { ulidForm } from "../kernel/id-form.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { currencyCodes } from "../kernel/money.ts";
import { type PresetNames, PresetNamesSchema } from "../kernel/preset-names.ts";
import { hues, operators, type Operator } from "./fields/field.ts";
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

export interface Condition {
  readonly fieldId: string;
  readonly operator: Operator;
  /** One value; `[from, to]` for BETWEEN and NOT_BETWEEN; a list for IN and NOT_IN; absent for EXISTS, NOT_EXISTS, TRUE, FALSE. */
  readonly value?: unknown;
}
export type Filter = Condition | { readonly all: readonly Filter[] } | { readonly any: readonly Filter[] };

type Scalar = string | number | boolean | null;
const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** Operand of a condition. Whether it fits the field's type is checked when the filter is used. */
const ConditionValueSchema = z
  .custom<Scalar | readonly Scalar[]>(
    (value) => isScalar(value) || (Array.isArray(value) && value.every(isScalar)),
    "validation.type",
  )
  .refine((value) => !(Array.isArray(value) ? value : [value]).some(Number.isNaN), "validation.numberBounds");
const fieldId = z.string().max(100);
const ConditionSchema = z.object({ fieldId, operator: z.enum(operators), value: ConditionValueSchema.optional() });
/** Groups within groups; deeper nesting was not put together by hand, and reading it without a limit would overflow the stack. */
const maxFilterDepth = 8;
function filterOf(depth: number): z.ZodType<Filter> {
  if (depth === 0) return ConditionSchema.strict();
  const parts = z.array(filterOf(depth - 1)).max(50);
  return z.union([z.object({ all: parts }).strict(), z.object({ any: parts }).strict(), ConditionSchema.strict()]);
}
/** Conditions in a filter, however nested: each costs every card of the list. */
export const maxConditions = 200;
/** Values in all of a filter's lists, and their characters: SQLite binds no more than 32,766, and views and layouts store their filter in one item. */
const maxFilterValues = 10_000;
const maxFilterCharacters = 100_000;

const conditionsOf = (filter: Filter): readonly Condition[] =>
  "all" in filter ? filter.all.flatMap(conditionsOf) : "any" in filter ? filter.any.flatMap(conditionsOf) : [filter];

/** As many groups as that many conditions can be in, each in its own at every depth. */
const maxFilterParts = maxConditions * (maxFilterDepth + 1);

/** Counted before it is parsed, which costs a hundred times as much; no further than it matters. */
function hasTooManyConditions(filter: unknown): boolean {
  let [conditions, parts] = [0, 0];
  const left = [filter];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part !== "object" || part === null) continue;
    const within = "all" in part ? part.all : "any" in part ? part.any : undefined;
    if (within === undefined) conditions++;
    if (conditions > maxConditions || ++parts > maxFilterParts) return true;
    if (Array.isArray(within)) for (const inner of within.slice(0, maxFilterParts)) left.push(inner);
  }
  return false;
}

export const FilterSchema = z.preprocess(
  (filter, issues) => {
    if (hasTooManyConditions(filter)) issues.addIssue({ code: "custom", message: "validation.tooManyConditions" });
    return filter;
  },
  filterOf(maxFilterDepth).superRefine((filter, issues) => {
    const conditions = conditionsOf(filter);
    const values = conditions.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0);
    if (values > maxFilterValues || JSON.stringify(conditions).length > maxFilterCharacters)
      issues.addIssue({ code: "custom", message: "validation.arraySize" });
  }),
);

export const SortSchema = z.object({ fieldId, direction: z.enum(["asc", "desc"]) });
export type Sort = z.infer<typeof SortSchema>;

/** The selection shared by lists, counts, groups and exports. Without a type: the cards of all types, by name, status, owner, dates and figures only. */
// Strict: if a misspelt type were ignored, the selection would be every card there is, and a bulk edit would change them all.
export const CardQuerySchema = z.strictObject({
  cardTypeId: CardTypeIdSchema.optional(),
  filter: FilterSchema.optional(),
  /** Free text over the searchable fields. */
  search: z.string().max(200).optional(),
  sort: z.array(SortSchema).max(5).default([]),
});
export type CardQuery = z.infer<typeof CardQuerySchema>;

export const SearchInput = CardQuerySchema.extend({
  /** Records to skip: the spec's cursor (SPEC section 9). */
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(50),
  /** Fields whose sum and average are wanted. */
  sums: z.array(z.string()).max(20).default([]),
  /** Includes figures computed from each card's activities, as far as the caller sees them. */
  withFigures: z.boolean().default(false),
});
export interface CardList {
  readonly rows: readonly Card[];
  /** Names of the cards that the rows' relations reference. */
  readonly related: CardNames;
  readonly total: number;
  readonly sums: Readonly<Record<string, { readonly sum: number; readonly average: number | null; readonly count: number }>>;
  readonly nextCursor: number | null;
}

export const GroupInput = CardQuerySchema.omit({ sort: true }).extend({
  cardTypeId: CardTypeIdSchema,
  by: fieldId,
  /** Days by their month. */
  bucket: z.enum(["month"]).optional(),
  sums: z.array(z.string()).max(20).default([]),
});
export type GroupQuery = z.output<typeof GroupInput>;
export interface CardGroup {
  /** The option, person or value; null for cards without one. */
  readonly value: string | number | null;
  readonly count: number;
  readonly sums: Readonly<Record<string, number>>;
}

export const FreeSearchInput = z.object({
  query: z.string().trim().max(200),
  cardTypeIds: z.array(CardTypeIdSchema).max(50).optional(),
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(50).default(20),
});
export const NamedInInput = z.object({ text: z.string().trim().max(500) });

/** SPEC section 3, "Card search result". */
export interface SearchResult {
  readonly id: CardId;
  readonly cardTypeId: CardTypeId;
  readonly name: string;
  /** Its picture; null where it has none. */
  readonly avatarFileId: FileId | null;
  readonly email: string | null;
  readonly phone: string | null;
}

export const CreateInput = z
  .object({
    typeId: CardTypeIdSchema,
    fields: FieldValuesSchema,
    cardId: CardIdSchema.optional(),
    /** The card that shall reference the new one, and in which field: both are written in one transaction, under one record. */
    namedBy: z.object({ cardId: CardIdSchema, fieldId }).optional(),
  })
  .refine(({ cardId, namedBy }) => namedBy === undefined || namedBy.cardId !== cardId, {
    path: ["namedBy", "cardId"],
    error: "validation.relatedCard",
  });
export const LinkInput = z.object({
  /** The card that has the field. */
  cardId: CardIdSchema,
  fieldId: z.string(),
  targetId: CardIdSchema,
});
export const RelatedInput = z.object({
  cardId: CardIdSchema,
  /** Only this list; without it, the first rows of all lists. */
  groupId: z.string().max(200).optional(),
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(200).default(20),
});
/** A list of related cards, or a part of it. */
export interface RelatedGroup {
  readonly id: string;
  readonly title: string;
  /** Presets of the title. */
  readonly presets?: PresetNames;
  /** Cards that this one names, or that name it. */
  readonly direction: "names" | "namedBy";
  /** The type whose field it is. */
  readonly typeId: CardTypeId;
  readonly fieldId: string;
  /** Fields that are shown beside the name. */
  readonly fieldIds: readonly string[];
  readonly rows: readonly Card[];
  readonly total: number;
  readonly nextCursor: number | null;
}
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
const MergeRef = z.object({
  survivorId: CardIdSchema,
  otherIds: z
    .array(CardIdSchema)
    .min(1)
    .max(4)
    .refine((ids) => new Set(ids).size === ids.length, "validation.twice"),
});
export const MergePreviewInput = MergeRef;
export const MergeInput = MergeRef.extend({
  /** Field id → the card whose value is taken, or `unite` for the union of a list. */
  choices: z.record(z.string(), z.union([CardIdSchema, z.literal("unite")])).default({}),
});
export const TrashInput = z.object({
  search: z.string().max(200).default(""),
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});
/** A card in the trash, with who put it there. */
export interface TrashedCard extends Card {
  readonly deletedBy: UserId | null;
}
export const RecordRef = z.object({ recordId: z.string().regex(ulidForm) });
export const CardRef = z.object({ cardId: CardIdSchema });
export const GetInput = z.object({ id: CardIdSchema });
export const DuplicateInput = z.object({
  cardTypeId: CardTypeIdSchema,
  name: z.string().max(2_000),
  fields: FieldValuesSchema,
  exceptCardId: CardIdSchema.optional(),
});
export interface DuplicateCheck {
  readonly isDuplicate: boolean;
  readonly conflictField: string | null;
  readonly duplicates: readonly SearchResult[];
  /** Possible duplicates: a similar name in any script, the same e-mail or phone. A warning, which blocks nothing. */
  readonly similar: readonly SearchResult[];
}

/** One line of a card's history. */
export interface HistoryEntry {
  readonly recordId: RecordId;
  readonly at: string;
  readonly action: string;
  readonly userId: UserId | null;
  readonly actorKind: string;
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
