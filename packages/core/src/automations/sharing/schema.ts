import * as z from "zod";
import { channels } from "../../message-templates/kinds/definition.ts";
import { longestName } from "../schema.ts";

/** Stands in a shared definition for something that only its organization has. */
const token = z.string().regex(/^@+\d{1,3}$/);
const label = z.string().max(500);

/** What a token stands for, as far as is needed to find its counterpart in another organization. Never an id. */
export const ReferenceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("type"), name: label }),
  /** A field of the card type `of`; `type` is its field type. */
  z.object({ kind: z.literal("field"), name: label, of: token, type: z.string().max(50) }),
  /** An option of the field: a token, or a field that every type can have, such as `status`. */
  z.object({ kind: z.literal("option"), name: label, of: token, field: z.string().max(100) }),
  z.object({ kind: z.literal("person"), name: label }),
  z.object({ kind: z.literal("role"), name: label }),
  /** A message template for a channel that can be sent to cards of the type `of`. */
  z.object({ kind: z.literal("template"), name: label, channel: z.enum(channels), of: token }),
  /** The URL of another system on this host; the rest of it may be secret. */
  z.object({ kind: z.literal("address"), name: label }),
]);
export type Reference = z.output<typeof ReferenceSchema>;

/** An automation as it is shared between organizations. */
export const SharedSchema = z.object({
  kartis: z.literal("automation"),
  format: z.literal(1),
  name: z.string().trim().min(1).max(longestName),
  cardType: token,
  definition: z.unknown(),
  references: z.record(token, ReferenceSchema).refine((references) => Object.keys(references).length <= mostReferences),
});
export type Shared = z.output<typeof SharedSchema>;

const mostReferences = 500;
