import type { Clock } from "../../kernel/clock.ts";
import { lanes } from "../entity.ts";
import { enqueueCard, enqueueSchedule } from "./queue.ts";
import { dueSchedules } from "./schedule.ts";
import { dueCards } from "./turn.ts";

/**
 * Enqueues every card with due runs (a wait or back-off is over, or a process has died), and every automation whose schedule is due.
 * @returns the number of messages
 */
export async function sweepRuns(clock: Clock, runMs: number): Promise<{ enqueued: number }> {
  const endsAt = clock.now() + runMs;
  let enqueued = 0;
  async function enqueueEach<Due>(all: AsyncIterable<Due>, enqueue: (due: Due) => Promise<void>): Promise<void> {
    for await (const due of all) {
      await enqueue(due);
      enqueued++;
      if (clock.now() >= endsAt) return;
    }
  }
  // In parallel, so that many due cards in one lane starve neither the other lanes nor the schedules.
  await Promise.all([
    ...lanes.map((lane) => enqueueEach(dueCards(clock, [lane]), ({ orgId, cardId }) => enqueueCard(orgId, cardId))),
    enqueueEach(dueSchedules(clock), ({ orgId, automationId }) => enqueueSchedule(orgId, automationId)),
  ]);
  return { enqueued };
}
