import type { CardFigures } from "../../cards/figures/schema.ts";
import type { Activity } from "../activity.ts";
import { instantAt, seriesOf, timingOf } from "../meetings/time.ts";
import { lastUntil, nextAfter, type Occurrence } from "../recurrence/occurrences.ts";
import type { ActivityValues } from "../types/definition.ts";
import { definitionOf } from "../types/list.ts";
import { dayMs } from "../../kernel/time-units.ts";

/* What figures of a card's activities are (decision 033), without SQL; a property test holds the two equal. Pure. */

/** The figures of these activities, which are one card's, in sight and not in the trash. */
export function figuresOfActivities(
  activities: Iterable<Pick<Activity, "type" | "values" | "createdAt">>,
  now: string,
): CardFigures {
  const [happened, meetings, tasks]: [string[], string[], string[]] = [[], [], []];
  let [openTasks, overdueTasks] = [0, 0];
  for (const { type, values, createdAt } of activities) {
    const { dueAt, isDone, startsAt, happenedAt } = definitionOf(type).columns(values);
    if (type === "MEETING") {
      const { last, next } = values["repeat"]
        ? momentsOf(values, now)
        : startsAt !== null && startsAt <= now
          ? { last: startsAt, next: undefined }
          : { last: undefined, next: startsAt };
      if (last) happened.push(last);
      if (next) meetings.push(next);
    } else if (type === "TASK" && !isDone) {
      openTasks++;
      if (dueAt !== null && dueAt <= now) overdueTasks++;
      else if (dueAt !== null) tasks.push(dueAt);
    } else if ((happenedAt ?? createdAt) <= now) happened.push(happenedAt ?? createdAt);
  }
  return {
    lastActivityAt: latest(happened),
    nextActivityAt: earliest([...meetings, ...tasks]),
    nextMeetingAt: earliest(meetings),
    openTasks,
    overdueTasks,
  };
}

export const earliest = (instants: readonly string[]): string | null => instants.toSorted()[0] ?? null;
export const latest = (instants: readonly string[]): string | null => instants.toSorted().at(-1) ?? null;

const dayBeside = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * dayMs).toISOString().slice(0, 10);

/** Last and next start of a series; nothing for a meeting that does not repeat. */
export function momentsOf(values: ActivityValues, now: string): { last?: string | undefined; next?: string | undefined } {
  const timing = timingOf(values);
  const series = seriesOf(timing);
  if (!series) return {};
  const startOf = ({ at, on, day }: Occurrence) => instantAt(at ?? on ?? day, timing.timeZone);
  const isWholeDays = series.start.time === null;
  // Whole days begin when their zone says, which may be the day before or after.
  let last = lastUntil(series, isWholeDays ? dayBeside(now, 1) : now);
  while (last && startOf(last) > now) last = lastUntil(series, dayBeside(last.on ?? last.day, -1));
  let next = nextAfter(series, isWholeDays ? dayBeside(now, -2) : now);
  while (next && startOf(next) <= now) next = nextAfter(series, next.on ?? next.day);
  return { last: last && startOf(last), next: next && startOf(next) };
}
