/*
 * What happens around cards, or is to happen: tasks, meetings, comments, logged communications, and the other activities of the specification as they come.
 * Owns: activities and their rows in the replica. Invariant: stored values have passed their type's schema; an activity in the trash is in no list.
 * A reminder is fired once, and only for what is neither done, deleted nor moved (decision 030).
 * Records: reminder.fire, task.*, meeting.*, comment.*, communication.*, mail.*, sms.*, whatsapp.*.
 */
import type { JournalRecord } from "../data/journal.ts";
import type { RecordId } from "../kernel/id.ts";
import type { OrgContext } from "../kernel/procedure.ts";

export { type Activity, inScope as activityInScope, type StoredActivity } from "./activity.ts";
export { CardActivities } from "./figures/card-activities.ts";
export { activitiesAround } from "./replica/around.ts";
export { forgetGuests } from "./guests.ts";
export { reminderProcedures } from "./reminders/procedures.ts";
export { handOverActivities } from "./hand-over.ts";
export { purgeActivitiesOf } from "./purge.ts";
export { activitiesOfCards, meetingsWithGuests, unfinishedOf, upcomingOf } from "./replica/ids.ts";
export {
  activitiesAfter,
  comparePlaces,
  countTimeline,
  type Place,
  type PlacedActivity,
  earlierMailsOf,
  repliesOf,
} from "./replica/timeline.ts";
export { countComments } from "./replica/comments.ts";
export { deletedOnTimeline } from "./replica/timeline-trash.ts";
export { topOfTimeline, type Upcoming } from "./replica/timeline-top.ts";
export { mayReadFileOf } from "./attachments/reading.ts";
export { activityEdits } from "./attachments/removal.ts";
export { activitiesHolding, filesOfActivities } from "./replica/files.ts";
export { activityScopeSql, sightSql } from "./replica/scope.ts";
export { type ExportedMeeting, streamMeetings } from "./replica/meetings.ts";
export { activitiesToPreview } from "./replica/selected.ts";
export { listTasks, streamTasks, taskIdsOf } from "./replica/task-list.ts";
export { orderOf } from "./tasks/order.ts";
export { participantsOn } from "./types/meeting.ts";
export { replyWords } from "./meetings/replied.ts";
export { trashedIdsOf } from "./replica/trash.ts";
export { titlesOf } from "./replica/titles.ts";
export { type ActivitySight, activitySightOf, isInSight, seesAllOf } from "./sight.ts";
export { commentProcedures } from "./comments/procedures.ts";
export { communicationProcedures } from "./communications/procedures.ts";
export { singleTimeOf } from "./invitations/guests-meeting.ts";
export { countSmsOfNews } from "./invitations/sms-count.ts";
export { settleBeforeErasure } from "./sms/erasing.ts";
export { smsIntent, smsToSend } from "./sms/outgoing.ts";
export { mailProcedures } from "./mails/procedures.ts";
export { shownActivity, type ShownActivity } from "./views.ts";
export { readableChange } from "./types/readable.ts";
export type { ActivityValues } from "./types/definition.ts";
export { activityPermissions, type ActivityType, activityTypes, definitionOf, isActivityType } from "./types/list.ts";
export { actionsOver, isEdit, rightOver } from "./types/rights.ts";
export { changeOfOccurrence, movesPastGap, occurrenceBefore } from "./meetings/change.ts";
export { meetingCreation } from "./meetings/creation.ts";
export { meetingProcedures } from "./meetings/procedures.ts";
export { updateScopeOf as meetingUpdateScopeOf } from "./meetings/queries.ts";
export { meetingOf } from "./meetings/rules.ts";
export { requireReferences } from "./references.ts";
export { requireTaskSeen } from "./comments/subject.ts";
export { settingsOf } from "./settings.ts";
export { findActivities, ofType, requireReached } from "./store.ts";
export { realignWholeDays } from "./tasks/whole-days.ts";
export { changeOfTask, dueLater, duePastGap } from "./tasks/change.ts";
export { taskCreation } from "./tasks/creation.ts";
export { taskOf } from "./tasks/rules.ts";
export { activityProcedures } from "./search/procedures.ts";
export { taskProcedures } from "./tasks/procedures.ts";
export { changedDays, withoutChange } from "./by-day.ts";
export { type ActivityWrite, creation, edit, purging, trashing } from "./writes.ts";

/** Undoes that a conversation was moved to another card. See `whatsapp/move.ts`. */
export async function undoMoveOfChat(record: JournalRecord, context: OrgContext): Promise<RecordId | null> {
  const { undoMove } = await import("./whatsapp/move.ts");
  return undoMove(record, context);
}
