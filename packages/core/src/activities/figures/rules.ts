import type { CardFigures } from "../../cards/figures/schema.ts";
import type { Activity } from "../activity.ts";
import { everyGuestIn, isOneOf, seriesOfGuests, singleDaysOf } from "../meetings/guests-at.ts";
import { instantAt, seriesOf, startOn, timingOf } from "../meetings/time.ts";
import { lastUntil, nextAfter, type Occurrence } from "../recurrence/occurrences.ts";
import type { ActivityValues } from "../types/definition.ts";
import { definitionOf } from "../types/list.ts";
import { dayMs } from "../../kernel/time-units.ts";

/* What figures of a card's activities are (decision 033), without SQL; a property test holds the two equal. Pure. */

/** The figures of these activities, which are one card's, in sight and not in the trash. @param cardIds the card, and those that are part of it */
export function figuresOfActivities(
  activities: Iterable<Pick<Activity, "type" | "values" | "createdAt">>,
  now: string,
  cardIds: ReadonlySet<string>,
): CardFigures {
  const [happened, meetings, tasks]: [string[], string[], string[]] = [[], [], []];
  let [openTasks, overdueTasks] = [0, 0];
  for (const { type, values, createdAt } of activities) {
    const { dueAt, isDone, startsAt, happenedAt } = definitionOf(type).columns(values);
    if (type === "MEETING") {
      const { last, next } = values["repeat"]
        ? momentsFor(values, now, cardIds)
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

interface Moments {
  readonly last?: string | undefined;
  readonly next?: string | undefined;
}

/** Last and next start of a series for a card that it is about, or that is a guest of it or of some of its times. @param cardIds the card, and those that are part of it */
export function momentsFor(values: ActivityValues, now: string, cardIds: ReadonlySet<string>): Moments {
  const { cardId } = values;
  if (typeof cardId === "string" && cardIds.has(cardId)) return momentsOf(values, now);
  const timing = timingOf(values);
  const [isTheirs, guests] = [isOneOf(cardIds), everyGuestIn({ guests: values["guests"] })];
  const series = { guests, exceptions: timing.exceptions };
  if (guests.some(isTheirs)) return momentsOf({ ...values, exceptions: seriesOfGuests(series, isTheirs).exceptions }, now);
  const starts = singleDaysOf(series, isTheirs)
    .map((day) => {
      const one = timing.exceptions.find((exception) => exception.day === day);
      const start = (one?.type === "changed" ? one.start : undefined) ?? startOn(timing, day);
      return instantAt(start, timing.timeZone);
    })
    .toSorted();
  return { last: starts.findLast((start) => start <= now), next: starts.find((start) => start > now) };
}

/** Last and next start of a series; nothing for a meeting that does not repeat. */
function momentsOf(values: ActivityValues, now: string): Moments {
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
