import type { FieldDefinition } from "./field.ts";
import { fieldRegistry } from "./types/list.ts";

export type FieldType = keyof typeof fieldRegistry;
export const registeredFieldTypes = Object.keys(fieldRegistry) as [FieldType, ...FieldType[]];

/** Each definition reads only values that it has accepted itself. */
const definitions: Readonly<Record<FieldType, FieldDefinition<unknown>>> = fieldRegistry;

/** The definition of a type, for values that are only known at run time. */
export const definitionOf = (type: FieldType): FieldDefinition<unknown> => definitions[type];
