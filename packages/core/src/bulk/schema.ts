import * as z from "zod";
import { CardIdSchema, CardQuerySchema, type CardTypeIdSchema, FieldValuesSchema } from "../cards/schema.ts";
import { operationType } from "../operations/schema.ts";

/** As many ids as an operation's item can hold. */
export const maxChosen = 8_000;
/** The room left in that item for the values. */
const maxChangeBytes = 100 * 1024;

/** Which cards: the listed ones, or everything in a list except the listed ones. */
export const SelectionSchema = z.union([
  z.object({ cardIds: z.array(CardIdSchema).min(1).max(maxChosen) }).strict(),
  z.object({ query: CardQuerySchema, exceptIds: z.array(CardIdSchema).max(maxChosen).default([]) }).strict(),
]);
export type BulkSelection = z.infer<typeof SelectionSchema>;

export const BulkChangeSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("edit"),
    /** Only the fields to change; null clears the value. */
    fields: FieldValuesSchema.refine((fields) => Object.keys(fields).length > 0, "validation.oneField").refine(
      (fields) => new TextEncoder().encode(JSON.stringify(fields)).length <= maxChangeBytes,
      "validation.tooLarge",
    ),
  }),
  z.object({ kind: z.literal("delete") }),
  z.object({ kind: z.literal("restore") }),
  /** Out of the trash for good. */
  z.object({ kind: z.literal("purge") }),
]);
export type BulkChange = z.infer<typeof BulkChangeSchema>;

export const BulkInput = z.object({ selection: SelectionSchema, change: BulkChangeSchema });
export type BulkJob = z.infer<typeof BulkInput>;

/** Applies one change to many cards. */
export const bulkOperation = operationType("bulk", BulkInput);

/** A card that would change, with its changes. */
export interface BulkExample {
  readonly cardId: z.infer<typeof CardIdSchema>;
  readonly typeId: z.infer<typeof CardTypeIdSchema>;
  readonly name: string;
  /** Field id → value; null for none. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
}

/** What a bulk change, or its undo, would do right now. */
export interface BulkPreview {
  readonly total: number;
  readonly changing: number;
  /** Cards that already match. */
  readonly same: number;
  readonly refused: readonly {
    readonly fieldId: string | null;
    /** Catalogue key. */
    readonly message: string;
    readonly count: number;
    /** Names of the first few. */
    readonly names: readonly string[];
  }[];
  /** The first fifty cards that would change. */
  readonly examples: readonly BulkExample[];
}
