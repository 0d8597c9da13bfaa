import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";

/** Fields that cards can be grouped by. Not the name: each card has its own. */
export const canGroup = (field: Field): boolean => !field.internal && field.id !== "name" && fieldTraits[field.type].groupable;
