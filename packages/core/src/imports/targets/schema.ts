import * as z from "zod";
import { CardTypeIdSchema } from "../../cards/schema.ts";

/** What rows can become besides cards. */
export const activityTargets = ["tasks", "meetings"] as const;
export type ActivityTarget = (typeof activityTargets)[number];

/** What rows become: cards of a type, or activities. */
export const TargetIdSchema = z.union([CardTypeIdSchema, z.enum(activityTargets)]);
export type TargetId = z.output<typeof TargetIdSchema>;

export const isActivityTarget = (id: string): id is ActivityTarget => activityTargets.some((target) => target === id);
