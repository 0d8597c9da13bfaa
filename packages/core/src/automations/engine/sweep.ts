import type { Clock } from "../../kernel/clock.ts";
import { lanes } from "../entity.ts";
import { askForRuns, askForSchedule } from "./queue.ts";
import { dueSchedules } from "./schedule.ts";
import { dueCards } from "./turn.ts";

/**
 * Asks for a process for every card on which something is due (a wait is over, an attempt is due again, or a process has died), and for every automation that the
 * clock sets off. @returns how many were asked for
 */
export async function sweepRuns(clock: Clock, runMs: number): Promise<{ asked: number }> {
  const endsAt = clock.now() + runMs;
  let asked = 0;
  async function askEach<Due>(all: AsyncIterable<Due>, ask: (due: Due) => Promise<void>): Promise<void> {
    for await (const due of all) {
      await ask(due);
      asked++;
      if (clock.now() >= endsAt) return;
    }
  }
  // Side by side: however many cards are due in one, the other lanes and the clock have their turn.
  await Promise.all([
    ...lanes.map((lane) => askEach(dueCards(clock, [lane]), ({ orgId, cardId }) => askForRuns(orgId, cardId))),
    askEach(dueSchedules(clock), ({ orgId, automationId }) => askForSchedule(orgId, automationId)),
  ]);
  return { asked };
}
