import * as z from "zod";
import { CardTypeIdSchema } from "../../cards/schema.ts";

/** Import targets besides cards. */
export const activityTargets = ["tasks", "meetings"] as const;
export type ActivityTarget = (typeof activityTargets)[number];

/** Id of an import target: a card type, or a kind of activity. */
export const TargetIdSchema = z.union([CardTypeIdSchema, z.enum(activityTargets)]);
export type TargetId = z.output<typeof TargetIdSchema>;

export const isActivityTarget = (id: string): id is ActivityTarget => activityTargets.some((target) => target === id);
