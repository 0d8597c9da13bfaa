import type { FieldDefinition } from "./field.ts";
import { fieldRegistry } from "./types/list.ts";

export type FieldType = keyof typeof fieldRegistry;
export const registeredFieldTypes = Object.keys(fieldRegistry) as [FieldType, ...FieldType[]];

// oxlint-disable-next-line typescript/no-explicit-any -- each definition has its own value type; `definitionOf` gives it out as unknown
const definitions: Readonly<Record<FieldType, FieldDefinition<any>>> = fieldRegistry;

/** The definition of a type, for values that are only known at run time. */
export const definitionOf = (type: FieldType): FieldDefinition<unknown> => definitions[type];
