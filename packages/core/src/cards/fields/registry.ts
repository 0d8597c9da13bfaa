import type { FieldDefinition } from "./field.ts";
import { fieldRegistry } from "./types/list.ts";

export type FieldType = keyof typeof fieldRegistry;
export const registeredFieldTypes = Object.keys(fieldRegistry) as [FieldType, ...FieldType[]];

/** Each reads values of its own kind: a field's stored value is what its own definition accepted. */
const definitions: Readonly<Record<FieldType, FieldDefinition<unknown>>> = fieldRegistry;

/** The definition of a type, for values that are only known at run time. */
export const definitionOf = (type: FieldType): FieldDefinition<unknown> => definitions[type];
