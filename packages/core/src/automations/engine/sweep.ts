import type { Clock } from "../../kernel/clock.ts";
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
  for await (const { orgId, cardId } of dueCards(clock)) {
    await askForRuns(orgId, cardId);
    asked++;
    if (clock.now() >= endsAt) break;
  }
  for await (const { orgId, automationId } of dueSchedules(clock)) {
    await askForSchedule(orgId, automationId);
    asked++;
    if (clock.now() >= endsAt) break;
  }
  return { asked };
}
