import fc from "fast-check";
import * as z from "zod";
import { hostile, hostileText } from "./values.ts";

/** Things that are there, by the prefix of their ids, and names of fields: what an input must name to get anywhere. */
export interface Known {
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly fieldIds: readonly string[];
  /** Generators of values for a field of the type, by the field's id. */
  readonly values: Readonly<Record<string, fc.Arbitrary<unknown>>>;
  readonly words: readonly string[];
}

const Schema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.unknown().optional(),
  propertyNames: z.unknown().optional(),
  items: z.unknown().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  $defs: z.record(z.string(), z.unknown()).optional(),
});
type Schema = z.infer<typeof Schema>;

const deepest = 5;

/** Values that a JSON Schema takes, mostly. `definitions` are what it refers to, by name. */
export function valuesOf(
  json: unknown,
  known: Known,
  definitions: Readonly<Record<string, unknown>> = {},
): fc.Arbitrary<unknown> {
  const root = Schema.parse(json ?? {});
  return arbitrary(root, { known, definitions: { ...definitions, ...root.$defs } }, "", 0);
}

interface Making {
  readonly known: Known;
  readonly definitions: Readonly<Record<string, unknown>>;
}

function arbitrary(schema: Schema, making: Making, name: string, depth: number): fc.Arbitrary<unknown> {
  const inner = (other: unknown, called = name) => arbitrary(Schema.parse(other ?? {}), making, called, depth + 1);
  if (depth > deepest) return fc.constant(null);
  if (schema.$ref !== undefined) return inner(making.definitions[schema.$ref.split("/").at(-1) ?? ""]);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => inner(each)));
  if (schema.allOf) return inner(schema.allOf[0]);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "string":
      return text(schema, making.known, name);
    case "integer":
      return fc.integer(bounds(schema));
    case "number":
      return fc.oneof(fc.integer(bounds(schema)), fc.double({ ...bounds(schema), noNaN: true }));
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(inner(schema.items), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, Math.max(3, schema.minItems ?? 0)),
      });
    case "object":
      return object(schema, making.known, inner);
    default:
      return hostile;
  }
}

const bounds = ({ minimum, maximum, exclusiveMinimum }: Schema) => ({
  min: Math.max(minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1), -(2 ** 31)),
  max: Math.min(maximum ?? 1_000_000, 2 ** 31 - 1),
});

function object(
  schema: Schema,
  known: Known,
  inner: (other: unknown, name: string) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const { properties = {}, required, additionalProperties } = schema;
  if (Object.keys(properties).length === 0 && additionalProperties !== undefined && additionalProperties !== false)
    return fieldValues(known, inner(additionalProperties, ""));
  return fc.record(Object.fromEntries(Object.entries(properties).map(([key, each]) => [key, inner(each, key)])), {
    requiredKeys: required.filter((key) => Object.hasOwn(properties, key)),
  });
}

/** A name and some more fields of a card, mostly with what they take. */
function fieldValues({ values, fieldIds }: Known, other: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const good = fc.record(values, { requiredKeys: ["name"] });
  const some = fc
    .tuple(good, fc.shuffledSubarray(Object.keys(values), { maxLength: 5 }))
    .map(([all, kept]) => Object.fromEntries(Object.entries(all).filter(([id]) => id === "name" || kept.includes(id))));
  const bad = fc.dictionary(fc.constantFrom(...fieldIds), other, { maxKeys: 2 });
  return fc.oneof(
    { weight: 3, arbitrary: some },
    fc.tuple(some, bad).map(([one, more]) => ({ ...one, ...more })),
  );
}

function text({ pattern, format, minLength = 0, maxLength = 60 }: Schema, known: Known, name: string): fc.Arbitrary<string> {
  const prefix = /^\^\(?([a-z]{3})_/.exec(pattern ?? "")?.[1];
  if (prefix) return fc.constantFrom(...(known.ids[prefix] ?? [`${prefix}_01ARZ3NDEKTSV4RRFFQ69G5FAV`]));
  if (pattern?.includes("0-9A-HJKMNP-TV-Z")) return fc.constantFrom(...(known.ids["record"] ?? ["01ARZ3NDEKTSV4RRFFQ69G5FAV"]));
  if (format === "date-time") return fc.constantFrom("2026-11-20T10:00:00.000Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z");
  if (format === "date") return fc.constantFrom("2026-11-20", "9999-12-31", "0001-01-01");
  if (/email/i.test(name)) return fc.constantFrom("hostile@example.com", "someone@example.com", "Δοκιμή@παράδειγμα.δοκιμή");
  if (/field|^by$|sums|identifiers|groupBy|kanbanBy/i.test(name)) return fc.constantFrom(...known.fieldIds);
  if (pattern) {
    try {
      return fc.stringMatching(new RegExp(pattern, "u"));
    } catch {
      // What fast-check cannot make of a pattern is left to the schema to refuse.
    }
  }
  const bounded = fc.string({ minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)), unit: "grapheme" });
  return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known.words) }, { weight: 3, arbitrary: bounded }, hostileText);
}
