import { type FieldDefinition, type FieldSettings, isDated, type Parsed } from "@kartis/core/cards/fields/field.ts";
import type { FieldType } from "@kartis/core/cards/fields/registry.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { currencyOf } from "./values.ts";

type DefinitionOf = (type: FieldType) => FieldDefinition<unknown>;

/**
 * The field definitions, which validate and normalise here exactly as on the server. They come with the telephone numbering plans, so they are
 * their own chunk: fetched when a list is idle, and in any case before the first value is read.
 */
export const loadDefinitions = (): Promise<{ definitionOf: DefinitionOf }> => import("@kartis/core/cards/fields/registry.ts");

function settingsOf(field: Field, region: string): FieldSettings {
  return {
    options: field.options,
    currency: currencyOf(field),
    region,
    ...(field.min === undefined ? {} : { min: field.min }),
    ...(field.max === undefined ? {} : { max: field.max }),
    ...(field.relation ? { relation: field.relation } : {}),
  };
}

/** Typed text as a value of the field; an empty text takes the value away, which a required field does not allow. */
export async function readTyped(field: Field, text: string, region: string): Promise<Parsed<unknown>> {
  if (text.trim() === "") return field.required ? { ok: false, message: "validation.required" } : { ok: true, value: null };
  const [{ definitionOf }, moments] = await Promise.all([
    loadDefinitions(),
    isDated(fieldTraits[field.type]) ? import("./typed-moments.ts") : undefined,
  ]);
  return definitionOf(field.type).fromText(text, { ...settingsOf(field, region), ...(await moments?.momentsAsTyped(region)) });
}

/** A value as the text that `readTyped` reads back. */
export async function printValue(field: Field, value: unknown, region: string): Promise<string> {
  const { definitionOf } = await loadDefinitions();
  return definitionOf(field.type).toText(value, settingsOf(field, region));
}
