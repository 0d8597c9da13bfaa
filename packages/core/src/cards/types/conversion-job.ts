import * as z from "zod";
import { operationType } from "../../operations/schema.ts";
import { languages } from "@kartis/i18n/languages.ts";
import { CardTypeIdSchema, FieldSchema } from "../schema.ts";

/** Ways in which cards may deviate from their type after a change; the target state is read from the type itself. */
const ConversionJob = z.object({
  typeId: CardTypeIdSchema,
  /** Definitions of fields, under their former ids, whose values move to the fields that have replaced them. */
  from: z.array(FieldSchema).readonly(),
  /** Definitions of fields that are no longer identifiers. */
  released: z.array(FieldSchema).readonly(),
  /** Language of template options that are converted to text. */
  language: z.enum(languages).nullable().default(null),
  /** Cards have locks to take. */
  relock: z.boolean(),
});
export type ConversionJob = z.output<typeof ConversionJob>;

/** Brings the cards of a type in line with it. */
export const conversionOperation = operationType("conversion", ConversionJob);
