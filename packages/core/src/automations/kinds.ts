import * as z from "zod";

/** What a kind of trigger or action is configured with. */
type Configured = Readonly<Record<string, { readonly config: z.ZodType }>>;

/** Accepts `{ kind, …settings }` by the schema that the kind has in the registry. `Of` is the union of what that accepts. */
export function schemaOf<Of extends { readonly kind: string }>(registry: Configured): z.ZodType<Of> {
  return z.looseObject({ kind: z.enum(Object.keys(registry)) }).transform((given, context): Of => {
    const parsed = registry[given.kind]?.config.safeParse(given);
    if (parsed?.success) return { kind: given.kind, ...Object(parsed.data) } as Of; // of this kind, as its schema says
    for (const issue of parsed?.error.issues ?? [])
      context.issues.push({ ...issue, input: given } as (typeof context.issues)[number]); // zod's own, of the part within
    return z.NEVER;
  });
}
