import * as z from "zod";

/*
 * What version 1 of the API promises to answer. A contract of its own, beside the domains' types: a test calls every operation and compares its answer with
 * this, so that a changed domain shows here before it shows to a customer. The document spreads all that is exported here, by its name.
 */
export * from "./cards.ts";
export * from "./card-types.ts";
export * from "./tasks.ts";
export * from "./meetings.ts";
export * from "./timeline.ts";
export * from "./people.ts";
export * from "./files.ts";
export * from "./audit.ts";

export const Done = z.object({ ok: z.literal(true) });
