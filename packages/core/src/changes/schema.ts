import * as z from "zod";
import { ulidForm } from "../kernel/id-form.ts";

export const RecordRef = z.object({ recordId: z.string().regex(ulidForm) });
