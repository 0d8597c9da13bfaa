import * as z from "zod";
import type { CardTypeId } from "../../kernel/id.ts";
import { CardTypeIdSchema, type Field, FieldSchema } from "../schema.ts";

/** How cards may disagree with their type after a change; what they should be like is read from the type itself. */
export interface ConversionJob {
  readonly typeId: CardTypeId;
  /** Definitions of fields, under their former ids, whose values move to the fields that have replaced them. */
  readonly from: readonly Field[];
  /** Definitions of fields that are no longer identifiers. */
  readonly released: readonly Field[];
  /** Cards have locks to take. */
  readonly relock: boolean;
}

export const ConversionJobSchema = z.object({
  typeId: CardTypeIdSchema,
  from: z.array(FieldSchema),
  released: z.array(FieldSchema),
  relock: z.boolean(),
});
