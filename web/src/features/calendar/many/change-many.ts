import type { Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import type { BulkMeetingChange } from "@kartis/core/bulk/schema.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { startChange } from "../../operations/operations.ts";

/** Single meetings, and of a series these occurrences alone. */
export const jobOf = (meetings: readonly Occurrence[], change: BulkMeetingChange, notifyGuests = false) => ({
  target: "meetings" as const,
  selection: { meetings: meetings.map(({ meetingId, day }) => ({ meetingId, ...(day ? { day } : {}) })) },
  change,
  notifyGuests,
});

/** Starts a change of several meetings, shows how far it is, and offers to take it back when it is done. */
export async function changeManyMeetings(
  meetings: readonly Occurrence[],
  change: BulkMeetingChange,
  notifyGuests: boolean,
): Promise<void> {
  const t = currentTranslate();
  const count = meetings.length;
  await startChange(jobOf(meetings, change, notifyGuests), {
    of: "meetings",
    label: t(change.kind === "delete" ? "changes.meetings.deleting" : "changes.meetings.changing", { count }),
    doneLabel: (done) => t(change.kind === "delete" ? "changes.meetings.deleted" : "changes.meetings.changed", { count: done }),
  });
}
