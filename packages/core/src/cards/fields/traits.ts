import type { FieldDefinition, FieldTraits } from "./field.ts";
import { definitionOf, type FieldType, registeredFieldTypes } from "./registry.ts";

const traitsOf = (definition: FieldDefinition<unknown>): FieldTraits =>
  Object.fromEntries(Object.entries(definition).filter(([, part]) => typeof part !== "function")) as FieldTraits; // only functions are left out

/**
 * Traits of each field type: its definition without the functions. The site's build replaces this module by its result
 * (`web/traits-plugin.ts`), since the definitions bring the telephone numbering plans, which nobody needs before the first edit.
 */
export const fieldTraits = Object.fromEntries(
  registeredFieldTypes.map((type) => [type, traitsOf(definitionOf(type))]),
) as Readonly<Record<FieldType, FieldTraits>>; // each of the types has just been given its own
