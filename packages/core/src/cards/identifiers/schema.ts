import * as z from "zod";
import type { SearchResult } from "../query/schema.ts";
import { CardIdSchema, CardTypeIdSchema, FieldValuesSchema } from "../schema.ts";

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
