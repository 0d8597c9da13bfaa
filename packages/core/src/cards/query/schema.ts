import * as z from "zod";
import type { CardId, CardTypeId, FileId } from "../../kernel/id.ts";
import { operators, type Operator } from "../fields/field.ts";
import { type Card, type CardNames, CardTypeIdSchema } from "../schema.ts";

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

/** All conditions of a filter, however nested. */
export const conditionsOf = (filter: Filter): readonly Condition[] =>
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
