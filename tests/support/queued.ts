import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import type { JournalAction } from "@kartis/core/data/journal.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { eventOf } from "@kartis/functions/publisher/publish.ts";
import { compilePattern } from "@kartis/local/eventbridge/pattern.ts";
import { sqsRecord } from "./sqs.ts";

const rules = new Map(
  subscriptions.flatMap(({ name, from }) => ("pattern" in from ? [[name, compilePattern(from.pattern)]] : [])),
);

/**
 * Messages about the organization's latest records in the queue of a reaction, the latest first, which queues allow: those that the bus lets through by the
 * reaction's rule, and only those of one action if that is given. Handing it every record would cost a read each, and would hide an action that is missing from the rule.
 */
export async function queued(reaction: string, orgId: OrgId, records = 300, action?: JournalAction) {
  const test = rules.get(reaction);
  if (!test) throw new Error(`The bus has no rule for ${reaction}`);
  return (await latestRecords(orgId, records, null)).flatMap((record) => {
    const event = eventOf(record);
    const isAsked = !action || event.detail.actions.includes(action);
    return isAsked && test(event) ? [sqsRecord({ detail: event.detail }, { messageId: record.id })] : [];
  });
}
