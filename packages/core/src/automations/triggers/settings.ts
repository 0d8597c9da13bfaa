import * as z from "zod";

/* Settings shared by several triggers. */

/** `HH:MM`. */
export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "validation.time");
