import { purgeDueActivities } from "@kartis/core/activities/purge.ts";
import { findActivities } from "@kartis/core/activities/store.ts";
import { purgeUnsent } from "@kartis/core/attachments/unsent.ts";
import { purgeUnused } from "@kartis/core/attachments/unused.ts";
import { purgeDueCards, sweepTrash } from "@kartis/core/cards/trash/purge.ts";
import { findCards } from "@kartis/core/cards/store.ts";
import { purgeLostChats } from "@kartis/core/chats/ending.ts";
import { purgeLostCalls } from "@kartis/core/voip/ending.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";

/** Under the Lambda's time-out, so that a sweep ends between two chunks; the next goes on. */
const runMs = 240_000;

/** On a schedule: deletes cards and activities whose time in the trash is up, conversations and calls whose card is gone, and files of drafts that were never sent or of templates that are on none any more. Fails, for the alarm, once the rest is done. */
export async function handler(): Promise<void> {
  const purges = [
    purgeDueActivities,
    purgeDueCards,
    purgeLostChats(findCards),
    purgeLostCalls(findCards),
    purgeUnsent(findActivities),
    purgeUnused,
  ];
  const { failed } = await sweepTrash(systemClock, runMs, purges);
  if (failed > 0) throw new Error(`The trash of ${failed} organizations was not swept`);
}
