import type { ActivityDefinition } from "./definition.ts";
import { task } from "./task.ts";

/** The types of activities, by their names in the specification. */
export const definitions = { TASK: task } as const satisfies Record<string, ActivityDefinition>;

export type ActivityType = keyof typeof definitions;
export const activityTypes: readonly ActivityType[] = ["TASK"];

export const isActivityType = (value: unknown): value is ActivityType => activityTypes.some((type) => type === value);
export const definitionOf = (type: ActivityType): ActivityDefinition => definitions[type];
