import { dueLanes } from "../../data/due-index.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OrgId } from "../../kernel/id.ts";
import { enqueueCard, enqueueSchedule } from "./queue.ts";
import { findPauses, presentPause } from "../pause/pauses.ts";
import { dueSchedules } from "./schedule.ts";
import { dueCards } from "./turn.ts";

/**
 * Enqueues every card with due runs (a wait or back-off is over, or a process has died), and every automation whose schedule is due, of organizations whose automations
 * are not paused.
 * @returns the number of messages
 */
export async function sweepRuns(clock: Clock, runMs: number): Promise<{ enqueued: number }> {
  const endsAt = clock.now() + runMs;
  let enqueued = 0;
  const known = new Map<OrgId, Promise<boolean>>();
  const isPaused = (orgId: OrgId): Promise<boolean> => {
    const asked = known.get(orgId) ?? findPauses(orgId).then((pauses) => presentPause(pauses) !== undefined);
    known.set(orgId, asked);
    return asked;
  };
  async function enqueueEach<Due extends { readonly orgId: OrgId }>(
    all: AsyncIterable<Due>,
    enqueue: (due: Due) => Promise<void>,
  ): Promise<void> {
    for await (const due of all) {
      if (!(await isPaused(due.orgId))) {
        await enqueue(due);
        enqueued++;
      }
      if (clock.now() >= endsAt) return;
    }
  }
  // In parallel, so that many due cards in one lane starve neither the other lanes nor the schedules.
  await Promise.all([
    ...dueLanes.map((lane) => enqueueEach(dueCards(clock, [lane]), ({ orgId, cardId }) => enqueueCard(orgId, cardId))),
    enqueueEach(dueSchedules(clock), ({ orgId, automationId }) => enqueueSchedule(orgId, automationId)),
  ]);
  return { enqueued };
}
