/*
 * What happens around cards, or is to happen: tasks, meetings, and the other activities of the specification as they come. Owns: activities and their rows in the replica.
 * Invariant: stored values have passed their type's schema; an activity in the trash is in no list. Records: task.*, meeting.*.
 */
export { type StoredActivity } from "./activity.ts";
export { handOverActivities } from "./hand-over.ts";
export { purgeActivitiesOf } from "./purge.ts";
export { activitiesOfCards, unfinishedOf } from "./replica/ids.ts";
export { titlesOf } from "./replica/titles.ts";
export { type ActivityScopes, activityScopesOf, isActivitySeen } from "./sight.ts";
export { readableChange } from "./types/readable.ts";
export { activityPermissions, definitionOf } from "./types/list.ts";
export { isEdit, rightOver } from "./types/rights.ts";
export { meetingProcedures } from "./meetings/procedures.ts";
export { meetingOf } from "./meetings/rules.ts";
export { findActivities, requireReached } from "./store.ts";
export { taskCreation } from "./tasks/creation.ts";
export { taskOf } from "./tasks/rules.ts";
export { activityProcedures } from "./search/procedures.ts";
export { taskProcedures } from "./tasks/procedures.ts";
export { type ActivityWrite, edit, trashing } from "./writes.ts";
