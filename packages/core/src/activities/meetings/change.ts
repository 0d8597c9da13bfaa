import { isDay } from "../../cards/fields/day.ts";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId, UserId } from "../../kernel/id.ts";
import { shiftedDay } from "../../kernel/written-dates.ts";
import { dayOf, instantAfterGap, isSkipped, timeIn } from "../../kernel/zoned-time.ts";
import type { StoredActivity } from "../activity.ts";
import { type ActivityWrite, edit, trashing } from "../writes.ts";
import { patchOf } from "./patch.ts";
import { meetingOf, occurrenceNamed } from "./rules.ts";
import type { Meeting } from "./meeting.ts";
import { type AcceptedMeeting, isInRange, mostPeople } from "./schema.ts";
import { patchOfOne, patchWithoutOne } from "./series.ts";

/** A change that can be made to any meeting, whatever it is now. */
export type OccurrenceChange =
  | { readonly kind: "delete" }
  /** By whole days of the meeting's own zone: its clocks show the same hour, or where they skip it, it is at the first moment after that. */
  | { readonly kind: "move"; readonly days: number }
  | { readonly kind: "participants"; readonly add: readonly UserId[]; readonly remove: readonly UserId[] };

type Taking = Pick<Meeting, "start" | "participants">;
type Given = Pick<AcceptedMeeting, "start" | "participants">;

/**
 * The write for a meeting, or for one occurrence of a series; undefined if nothing changes. Throws NOT_FOUND for what there is no more, INVALID_INPUT for a series
 * that would begin at an hour that the clocks skip, and for more participants than a meeting takes.
 * @param day names the occurrence; without it a series is changed as a whole
 */
export function changeOfOccurrence(
  orgId: OrgId,
  current: StoredActivity,
  change: OccurrenceChange,
  day: string | undefined,
  at: string,
): ActivityWrite | undefined {
  const meeting = meetingOf(current);
  const one = takingOf(current, day);
  const isOne = meeting.repeat !== null && day !== undefined;
  if (change.kind === "delete") {
    const patch = isOne ? patchWithoutOne(current.values, day) : undefined;
    return patch ? edit(orgId, current, patch, undefined, at) : trashing(orgId, current, true, at);
  }
  const given = changed(one, change, meeting.timeZone);
  // A series that began after the gap would keep the later hour, so it is not moved there.
  const isWhole = meeting.repeat !== null && day === undefined;
  if (isWhole && movesPastGap(current, change, day)) throw wrongStart("validation.skippedTime");
  const patch = isOne ? patchOfOne(current.id, current.values, day, given) : patchOf(current.id, given, current.values).patch;
  return edit(orgId, current, patch, undefined, at);
}

/** What people see change: of an occurrence itself, where its series keeps it among its exceptions. */
export function occurrenceBefore(
  current: StoredActivity,
  change: OccurrenceChange,
  day: string | undefined,
): { readonly before: Partial<Taking>; readonly after: Given } {
  const { timeZone } = meetingOf(current);
  const one = takingOf(current, day);
  const { start, participants } = one;
  if (change.kind === "delete") return { before: { start }, after: {} };
  const after = changed(one, change, timeZone);
  return change.kind === "move"
    ? { before: { start }, after: { start: after.start ?? start } }
    : { before: { participants }, after };
}

/** Whether the clocks skip the hour of the meeting, or of the occurrence, on the day to which it is moved. */
export function movesPastGap(current: StoredActivity, change: OccurrenceChange, day: string | undefined): boolean {
  if (change.kind !== "move") return false;
  const { timeZone } = meetingOf(current);
  const wall = wallLater(takingOf(current, day).start, change.days, timeZone);
  return wall.time !== null && isSkipped(wall.day, wall.time, timeZone);
}

function takingOf(current: StoredActivity, day: string | undefined): Taking {
  if (current.trashedAt) throw new KartisError("NOT_FOUND");
  const meeting = meetingOf(current);
  if (!meeting.repeat || day === undefined) return meeting;
  const occurrence = occurrenceNamed(meeting, day);
  if (!occurrence) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  return occurrence;
}

function changed(
  { start, participants }: Taking,
  change: Exclude<OccurrenceChange, { kind: "delete" }>,
  timeZone: string,
): Given {
  if (change.kind === "move") return { start: startLater(start, change.days, timeZone) };
  const next = [...new Set([...participants, ...change.add])].filter((userId) => !change.remove.includes(userId));
  if (next.length > mostPeople) throw new KartisError("INVALID_INPUT", { fields: { participants: "validation.arraySize" } });
  return { participants: next };
}

const wrongStart = (reason: string) => new KartisError("INVALID_INPUT", { fields: { start: reason } });

/** What the calendar and the clocks of the zone show so many days later; no time for a day. */
function wallLater(start: string, days: number, timeZone: string): { readonly day: string; readonly time: string | null } {
  const ms = Date.parse(start);
  const day = shiftedDay(isDay(start) ? start : dayOf(ms, timeZone), days, "day");
  if (day === undefined || !isInRange(day)) throw wrongStart("validation.range");
  return { day, time: isDay(start) ? null : timeIn(ms, timeZone) };
}

/** A start so many days later. */
function startLater(start: string, days: number, timeZone: string): string {
  const { day, time } = wallLater(start, days, timeZone);
  return time === null ? day : instantAfterGap(day, time, timeZone);
}
