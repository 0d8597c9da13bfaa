import * as z from "zod";
import { ulidForm } from "../kernel/id-form.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { auditActions, auditKinds, origins, otherActors } from "./rules.ts";
import { operationType } from "../operations/schema.ts";

/** Filter of records: each part narrows the selection, and lists are alternatives. */
export const AuditFilter = z.object({
  /** People by their ids, and actors that are not people. */
  actors: z
    .array(z.union([idSchema("usr"), z.enum(otherActors)]))
    .min(1)
    .max(100)
    .optional(),
  actions: z.array(z.enum(auditActions)).min(1).max(auditActions.length).optional(),
  origins: z.array(z.enum(origins)).min(1).optional(),
  subjectKind: z.enum(auditKinds).optional(),
  /** One subject, including what imports and bulk edits did to it. */
  subjectId: z.string().min(1).max(64).optional(),
  /** From this instant on (inclusive). */
  from: z.iso.datetime().optional(),
  /** Before this instant. */
  until: z.iso.datetime().optional(),
});
export type AuditFilter = z.output<typeof AuditFilter>;

/** Writes the selected records as a CSV. */
export const auditOperation = operationType("audit", AuditFilter);

export const RecordIdSchema = z.string().regex(ulidForm);
