import * as z from "zod";
import { CardIdSchema } from "../schema.ts";

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
