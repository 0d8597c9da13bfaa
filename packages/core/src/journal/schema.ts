import * as z from "zod";
import { journalActions, subjectKinds } from "../data/journal.ts";
import { ulidForm } from "../kernel/id-form.ts";
import { idSchema } from "../kernel/id-schema.ts";

/** Who acts without being a person. */
export const otherActors = ["token", "automation", "system"] as const;
export const origins = ["ui", "api", "import", "bulk", "undo", "automation", "system"] as const;

/** What is written for replicas alone tells people nothing. */
export const auditActions = journalActions.filter((action) => action !== "replica.repair");

/** Which records: each part narrows, and lists are alternatives. */
export const AuditFilter = z.object({
  /** People by their ids, and what acts without being one. */
  actors: z
    .array(z.union([idSchema("usr"), z.enum(otherActors)]))
    .min(1)
    .max(100)
    .optional(),
  actions: z.array(z.enum(journalActions)).min(1).max(journalActions.length).optional(),
  origins: z.array(z.enum(origins)).min(1).optional(),
  subjectKind: z.enum(subjectKinds).optional(),
  /** One thing, with what happened to it in imports and bulk edits. */
  subjectId: z.string().min(1).max(64).optional(),
  /** From this instant on. */
  from: z.iso.datetime().optional(),
  /** Before this instant. */
  until: z.iso.datetime().optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

export const RecordIdSchema = z.string().regex(ulidForm);
