import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import { ulidForm } from "../kernel/id-form.ts";
import { operationType } from "../operations/schema.ts";

export const RecordRef = z.object({ recordId: z.string().regex(ulidForm) });

export const RevertJob = z.object({ operationId: idSchema("opn") });

/** Takes back what another operation did. */
export const revertOperation = operationType("revert", RevertJob);
