import type { Occurrence } from "@kartis/core/activities/meetings/schema.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { dayAfter, dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { type Hue, hueOfPerson } from "../../ui/display/hue.ts";
import { zone } from "../tasks/days.ts";

interface Shared {
  /** Names it among everything on the calendar: a series has many under one id. */
  readonly key: string;
  readonly id: ActivityId;
  readonly title: string;
  readonly hue: Hue;
  /** It takes whole days, and no hour of them. */
  readonly isAllDay: boolean;
  readonly startMs: number;
  readonly endMs: number;
  /** Its days on this wall, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** In whose calendars it is. */
  readonly people: readonly string[];
}

export interface TaskEntry extends Shared {
  readonly kind: "task";
  readonly task: Task;
}

/** What the guests have answered, taken together: anybody who has not keeps it open. */
export type MeetingState = "accepted" | "pending" | "tentative" | "declined";

export interface MeetingEntry extends Shared {
  readonly kind: "meeting";
  readonly occurrence: Occurrence;
  readonly state: MeetingState;
}

export type Entry = TaskEntry | MeetingEntry;

/** Of a series, each time by the day the rule gave it. */
export const keyOf = ({ meetingId, day }: Pick<Occurrence, "meetingId" | "day">): string =>
  day ? `${meetingId}@${day}` : meetingId;

function stateOf({ guests }: Occurrence): MeetingState {
  const replies = new Set(guests.map(({ rsvp }) => rsvp));
  if (replies.has("PENDING")) return "pending";
  if (replies.has("TENTATIVE")) return "tentative";
  return replies.size === 1 && replies.has("DECLINED") ? "declined" : "accepted";
}

const ofMeeting = (occurrence: Occurrence): MeetingEntry => {
  const { meetingId, title, start, end, isAllDay, participants, createdBy } = occurrence;
  const startMs = Date.parse(isAllDay ? `${start}T00:00:00Z` : start);
  const endMs = Date.parse(isAllDay ? `${end}T00:00:00Z` : end);
  const organizer = createdBy ? [createdBy] : [];
  const people = participants.length > 0 ? participants : organizer;
  // Of whoever organizes it, if they take part.
  const owner = organizer.find((userId) => people.includes(userId)) ?? people[0];
  return {
    kind: "meeting",
    key: keyOf(occurrence),
    id: meetingId,
    title,
    hue: owner ? hueOfPerson(owner) : "slate",
    isAllDay,
    startMs,
    endMs,
    firstDay: isAllDay ? start : dayOf(startMs, zone),
    // The end is the first moment, or day, that it has no part in.
    lastDay: isAllDay ? dayAfter(end, -1) : dayOf(Math.max(startMs, endMs - 1), zone),
    people,
    occurrence,
    state: stateOf(occurrence),
  };
};

/** How long a task with a time is drawn; how long it takes, nobody says. */
const taskMilliseconds = 30 * 60_000;

const ofTask = (task: Task): TaskEntry => {
  const isAllDay = task.due.length === 10;
  const startMs = isAllDay ? Date.parse(`${task.due}T00:00:00Z`) : Date.parse(task.due);
  const day = isAllDay ? task.due : dayOf(startMs, zone);
  return {
    kind: "task",
    key: task.id,
    id: task.id,
    title: task.title,
    hue: task.assignedTo ? hueOfPerson(task.assignedTo) : "slate",
    isAllDay,
    startMs,
    endMs: startMs + taskMilliseconds,
    firstDay: day,
    lastDay: day,
    people: task.assignedTo ? [task.assignedTo] : [],
    task,
  };
};

/** What an answer says stays the same object until it changes: reading the clocks of a zone for each of thousands is worth doing once. */
const known = new WeakMap<object, Entry>();
function remembered<Source extends object>(source: Source, make: (source: Source) => Entry): Entry {
  const before = known.get(source);
  if (before) return before;
  const made = make(source);
  known.set(source, made);
  return made;
}

export const entryOfMeeting = (occurrence: Occurrence): Entry => remembered(occurrence, ofMeeting);
export const entryOfTask = (task: Task): Entry => remembered(task, ofTask);

/** In the order of a day: what takes more than one day, then whole days, then by time, tasks without one last. */
export function compareEntries(a: Entry, b: Entry): number {
  return (
    rankOf(a) - rankOf(b) ||
    (rankOf(a) < 2 ? a.firstDay.localeCompare(b.firstDay) || b.lastDay.localeCompare(a.lastDay) : 0) ||
    a.startMs - b.startMs ||
    b.endMs - a.endMs ||
    a.title.localeCompare(b.title) ||
    (a.key < b.key ? -1 : 1)
  );
}

const rankOf = (entry: Entry): number =>
  entry.lastDay > entry.firstDay ? 0 : entry.kind === "task" && entry.isAllDay ? 3 : entry.isAllDay ? 1 : 2;
