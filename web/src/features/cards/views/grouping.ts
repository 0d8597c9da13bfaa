import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";

/** What cards can be grouped by; each has a name of its own. */
export const canGroup = (field: Field): boolean => !field.internal && field.id !== "name" && fieldTraits[field.type].groupable;
