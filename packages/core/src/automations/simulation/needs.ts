import { type ActivityType, activityTypes } from "../../activities/index.ts";
import { namesFigures } from "../conditions/subject.ts";
import type { Definition } from "../schema.ts";
import { triggerOf } from "../triggers/list.ts";
import { filtersOf, textsOf } from "./simulable.ts";

/** Whether its conditions are about activities. */
export const readsFigures = (definition: Definition): boolean => filtersOf(definition).some(namesFigures);

/** The types of the activities whose past it takes to simulate the automation. */
export function activitiesNeeded(definition: Definition): readonly ActivityType[] {
  const { trigger, steps } = definition;
  const { activity, schedule } = triggerOf(trigger);
  if (readsFigures(definition)) return activityTypes;
  const isRead = schedule?.tasks !== undefined || textsOf(steps).some((text) => text.includes("trigger."));
  return activity && isRead ? [activity] : [];
}
