/* What other domains ask of activities' rows without bringing the rest of the domain. */
export { activitiesHolding, filesOfActivities } from "./files.ts";
