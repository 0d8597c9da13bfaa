import { keepGmail } from "@kartis/core/gmail-intake.ts";
import { sweepMailboxes } from "@kartis/core/gmail/sync.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";

/** Under the Lambda's time-out; the next sweep goes on. */
const runMs = 240_000;

/** On a schedule: reads the mailboxes that Google has not notified us of for a while, renews its watch of each once a day, and repeats what it has refused for the moment. */
export async function handler(): Promise<void> {
  const { failed } = await sweepMailboxes(systemClock, runMs, keepGmail);
  if (failed > 0) throw new Error(`${failed} mailboxes were not read`);
}
