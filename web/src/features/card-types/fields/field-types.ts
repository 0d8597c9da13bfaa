import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";

/** The kinds of fields that exist: from their traits, which come without the telephone numbering plans. */
export const fieldTypes = Object.keys(fieldTraits) as readonly Field["type"][];
