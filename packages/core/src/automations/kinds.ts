import * as z from "zod";

/** A registry of kinds of triggers or actions, by name. */
type Configured = Readonly<Record<string, { readonly config: z.ZodType }>>;

/** Parses `{ kind, …settings }` with the schema registered for the kind. `Of` is the union of all outputs. */
export function schemaOf<Of extends { readonly kind: string }>(registry: Configured): z.ZodType<Of> {
  return z.looseObject({ kind: z.enum(Object.keys(registry)) }).transform((given, context): Of => {
    const parsed = registry[given.kind]?.config.safeParse(given);
    if (parsed?.success) return { kind: given.kind, ...Object(parsed.data) } as Of; // its schema's output
    for (const issue of parsed?.error.issues ?? [])
      context.issues.push({ ...issue, input: given } as (typeof context.issues)[number]); // raised by zod in the nested schema
    return z.NEVER;
  });
}
