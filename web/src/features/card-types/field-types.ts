import type { Field } from "@kartis/core/cards/schema.ts";
import { fieldTraits } from "../cards/fields/traits.ts";

/** The kinds of fields that exist. The traits are kept equal to the registry by a test, and come without the telephone numbering plans. */
export const fieldTypes = Object.keys(fieldTraits) as readonly Field["type"][];
