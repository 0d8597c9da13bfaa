import { keepingGmail } from "@kartis/core/activities/mails/gmail/keep.ts";
import { assigningFieldsOf } from "@kartis/core/cards/assignments/fields.ts";
import { creationOf } from "@kartis/core/cards/card-writes.ts";
import { locksOf } from "@kartis/core/cards/identifiers/locks.ts";
import { cardsWithEmail } from "@kartis/core/cards/replica/emails.ts";
import { fieldContextOf } from "@kartis/core/cards/scope.ts";
import { findCards, getCardType } from "@kartis/core/cards/store.ts";
import { sweepMailboxes } from "@kartis/core/gmail/sync.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";

const keep = keepingGmail({
  assigningFieldsOf,
  cardsWithEmail,
  creationOf,
  fieldContextOf,
  findCards,
  getCardType,
  locksOf,
});

/** Under the Lambda's time-out; the next sweep goes on. */
const runMs = 240_000;

/** On a schedule: reads the mailboxes that Google has not notified us of for a while, renews its watch of each once a day, and repeats what it has refused for the moment. */
export async function handler(): Promise<void> {
  const { failed } = await sweepMailboxes(systemClock, runMs, keep);
  if (failed > 0) throw new Error(`${failed} mailboxes were not read`);
}
