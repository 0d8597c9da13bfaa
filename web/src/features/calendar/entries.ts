import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
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

export type Entry = TaskEntry;

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
