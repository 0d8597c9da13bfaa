import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { CardName, CardNames } from "@kartis/core/cards/schema.ts";
import type { ActivityId } from "@kartis/core/kernel/id.ts";
import { queryOptions } from "@tanstack/react-query";
import { client, trpc } from "../../lib/api.ts";
import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { startOfDay, zone } from "../dates/days.ts";

export interface Days {
  /** The first and the last day, both included. */
  readonly from: string;
  readonly until: string;
}

export interface TasksOfDays {
  readonly tasks: readonly Task[];
  readonly cards: CardNames;
  /** There are more than a calendar requests. */
  readonly isCut: boolean;
}

const pageSize = 200;
/** Beyond this a calendar is no way to look at tasks; the list is. */
const mostPages = 10;

async function tasksOf(state: "open" | "done", { from, until }: Days, signal: AbortSignal): Promise<TasksOfDays> {
  const tasks: Task[] = [];
  const cards: Record<string, CardName> = {};
  let cursor: number | null = 0;
  for (let page = 0; cursor !== null && page < mostPages; page++) {
    const asked = { state, dueFrom: from, dueUntil: until, timeZone: zone, limit: pageSize, cursor };
    const answer: Awaited<ReturnType<typeof client.tasks.list.query>> = await client.tasks.list.query(asked, { signal });
    tasks.push(...answer.rows);
    Object.assign(cards, answer.cards);
    cursor = answer.nextCursor;
  }
  return { tasks, cards, isCut: cursor !== null };
}

/** The tasks that are due on the days, open ones and done ones. Under the key of tasks: whatever refreshes those refreshes these. */
export const tasksOptions = (days: Days | undefined) =>
  queryOptions({
    queryKey: [...trpc.tasks.list.queryKey(), "calendar", days],
    queryFn: async ({ signal }): Promise<TasksOfDays> => {
      if (!days) throw new Error("No days are asked for");
      const [open, done] = await Promise.all([tasksOf("open", days, signal), tasksOf("done", days, signal)]);
      // A task that is ticked off between the two questions would be there twice.
      const byId = new Map([...open.tasks, ...done.tasks].map((task) => [task.id, task]));
      return { tasks: [...byId.values()], cards: { ...open.cards, ...done.cards }, isCut: open.isCut || done.isCut };
    },
    enabled: days !== undefined,
    meta: { quiet: true },
  });

/** The meetings that reach into the days. */
export const meetingsOptions = (days: Days | undefined) =>
  trpc.meetings.range.queryOptions(
    { from: startOfDay(days?.from ?? "2000-01-01"), until: startOfDay(dayAfter(days?.until ?? "2000-01-01")), timeZone: zone },
    { enabled: days !== undefined, meta: { quiet: true } },
  );

/** A meeting with everything that is written of it; of a series, with the time that is named. */
export const meetingOptions = (meetingId: ActivityId | undefined, day: string | undefined) =>
  trpc.meetings.get.queryOptions(
    { meetingId: meetingId ?? "act_", ...(day === undefined ? {} : { day }) },
    { enabled: meetingId !== undefined, meta: { quiet: true }, retry: false },
  );
