import { purgeDueActivities } from "@kartis/core/activities/purge.ts";
import { purgeDueCards, sweepTrash } from "@kartis/core/cards/trash/purge.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";

/** Under the Lambda's time-out, so that a sweep ends between two chunks; the next goes on. */
const runMs = 240_000;

/** On a schedule: deletes cards and activities whose time in the trash is up. Fails, for the alarm, once the rest is done. */
export async function handler(): Promise<void> {
  const { failed } = await sweepTrash(systemClock, runMs, [purgeDueActivities, purgeDueCards]);
  if (failed > 0) throw new Error(`The trash of ${failed} organizations was not swept`);
}
