import { keepGmail } from "@kartis/core/gmail-intake.ts";
import { consumer } from "@kartis/core/data/consumer.ts";
import type { RecordOf } from "@kartis/core/data/payloads.ts";
import { noticed } from "@kartis/core/gmail/noticed.ts";
import { syncMailbox } from "@kartis/core/gmail/sync.ts";
import type { UserId } from "@kartis/core/kernel/id.ts";
import { eventsOf } from "@kartis/core/provider-events/index.ts";

/** Under the Lambda's time-out; what is left over is read by a sweep. */
const runMs = 40_000;

/** Reads what is new in the mailboxes that Google has notified us of, and in those that have just been connected, or connected again. */
export const handler = consumer({
  name: "gmail-on-received",
  on: ["webhook.receive", "gmail.connect", "gmail.update"],
  async run(record, { clock }) {
    const { orgId } = record;
    const reading = { clock, keep: keepGmail, until: clock.now() + runMs };
    for (const { payload } of await eventsOf(record, "gmail")) await noticed(orgId, payload, reading);
    for (const userId of connectedIn(record)) await syncMailbox(orgId, userId, reading);
  },
});

const connectedIn = ({ changes }: RecordOf<"webhook.receive" | "gmail.connect" | "gmail.update">): UserId[] =>
  changes.flatMap(({ action, subject, before }) =>
    action === "gmail.connect" || (action === "gmail.update" && before?.problem) ? [subject.id] : [],
  );
