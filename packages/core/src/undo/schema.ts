import * as z from "zod";
import { idSchema } from "../kernel/id-schema.ts";
import { ulidForm } from "../kernel/id-form.ts";

export const RecordRef = z.object({ recordId: z.string().regex(ulidForm) });

/** As stored with the operation that reverts another. */
export const RevertJob = z.object({ operationId: idSchema("opn") });
