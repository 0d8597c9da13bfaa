import { operators } from "@kartis/core/cards/fields/field.ts";
import * as z from "zod";

export type Json = Readonly<Record<string, unknown>>;

/** A reference to a schema by its name in the document. */
export const ref = (name: string) => `#/components/schemas/${name}`;

/** Filters nest in themselves; the schema that checks them is cut off at a depth, and would be written out that many times. */
const filter = (): Json => ({
  description: "A condition, or groups of them that must all, or of which any may, hold. At most 8 deep.",
  anyOf: [
    {
      type: "object",
      properties: {
        fieldId: { type: "string" },
        operator: { enum: operators },
        value: { description: "`[from, to]` for BETWEEN and NOT_BETWEEN; a list for IN and NOT_IN; absent where none is needed" },
      },
      required: ["fieldId", "operator"],
      additionalProperties: false,
    },
    ...["all", "any"].map((group) => ({
      type: "object",
      properties: { [group]: { type: "array", items: { $ref: ref("Filter") }, maxItems: 50 } },
      required: [group],
      additionalProperties: false,
    })),
  ],
});

/** Schemas with a name in the document, as requests or as answers. */
export class Components {
  readonly #io: "input" | "output";
  readonly #registry = z.registry<{ id: string }>();
  readonly #named: Readonly<Record<string, z.ZodType>>;

  constructor(io: "input" | "output", named: Readonly<Record<string, z.ZodType>>) {
    this.#io = io;
    this.#named = named;
    for (const [id, schema] of Object.entries(named)) this.#registry.add(schema, { id });
  }

  /** The schema, with references to named ones instead of repeating them. */
  schemaOf(schema: z.ZodType): Json {
    const id = this.#registry.get(schema)?.id;
    return id ? { $ref: ref(id) } : this.#convert(schema);
  }

  all(): Record<string, Json> {
    return Object.fromEntries(
      Object.entries(this.#named).map(([name, schema]) => [name, name === "Filter" ? filter() : this.#convert(schema)]),
    );
  }

  #convert(schema: z.ZodType): Json {
    const json = z.toJSONSchema(schema, {
      io: this.#io,
      metadata: this.#registry,
      unrepresentable: "any",
      override: ({ jsonSchema }) => {
        plainer(jsonSchema);
        // An answer may contain more one day, and no client should break on it.
        if (this.#io === "output" && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      },
    });
    // A schema that is named itself comes as a reference to itself.
    const id = this.#registry.get(schema)?.id;
    const { $schema: _, $defs: __, id: ___, ...plain } = (id && json.$defs?.[id]) || json;
    return JSON.parse(JSON.stringify(plain).replaceAll('"#/$defs/', '"#/components/schemas/'));
  }
}

/** Without what means nothing to a reader: the bounds of exact integers, and a pattern that spells a format out. */
function plainer(json: z.core.JSONSchema.BaseSchema): void {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (json.format === "date-time") delete json.pattern;
}
