import * as z from "zod";
import type { CardTypeId } from "../../kernel/id.ts";
import { CardTypeIdSchema, type Field, FieldSchema } from "../schema.ts";

/** What cards may be out of line with after a change of their type; what they should be like is read from the type itself. */
export interface ConversionJob {
  readonly typeId: CardTypeId;
  /** Definitions of fields, under their former ids, whose values go over to the fields that have taken their place. */
  readonly from: readonly Field[];
  /** Definitions of fields that identify no more. */
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
