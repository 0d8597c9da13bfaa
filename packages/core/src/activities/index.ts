/*
 * What happens around cards, or is to happen: tasks, and the other activities of the specification as they come. Owns: activities and their rows in the replica.
 * Invariant: stored values have passed their type's schema; an activity in the trash is in no list. Records: task.*.
 */
export { activitiesOfCards } from "./replica/tasks.ts";
export { edit, purging, trashing, type ActivityWrite } from "./writes.ts";
export { findActivities, requireReached } from "./store.ts";
export { purgeActivitiesOf, purgeDueActivities } from "./purge.ts";
export { taskOf } from "./tasks/rules.ts";
export { taskProcedures } from "./tasks/procedures.ts";
