import { concurrently } from "../kernel/concurrently.ts";
import type { SQSBatchResponse, SQSEvent, SQSRecord } from "aws-lambda";
import * as z from "zod";
import { type Actor, systemActor } from "../kernel/actor.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { JournalAction } from "./journal.ts";
import { findRecord } from "./journal-entity.ts";
import { type RecordOf, recordOf } from "./payloads.ts";
import { isId, type OrgId } from "../kernel/id.ts";

/** Event on the bus: only what consumers filter by. They read the record itself by its key, so events are small and carry no values. */
export const RecordEvent = z.object({
  orgId: z.custom<`org_${string}`>((value) => isId("org", value)),
  recordId: z.string(),
  actions: z.array(z.string()),
  /** Number of changes in the record; one if the message predates this attribute. */
  changes: z.number().int().positive().default(1),
});
export type RecordEvent = z.infer<typeof RecordEvent>;

const Envelope = z.object({ detail: RecordEvent });

export interface ConsumerContext {
  readonly actor: Actor;
  readonly clock: Clock;
}

/**
 * A Lambda that reacts to journal records from its queue. Parses each message, reads its record, and runs as the system on behalf of the record's organization,
 * with the record's changes of the actions in `on` alone, each checked to carry what its action says.
 * Only messages whose run throws go back to the queue. Messages come at least once and in any order: `run` is idempotent, by nature or through `commit()`'s
 * ledger.
 */
export function consumer<const A extends JournalAction>(definition: {
  readonly name: string;
  readonly on: readonly A[];
  run(record: RecordOf<A>, context: ConsumerContext): Promise<void>;
}): (event: SQSEvent) => Promise<SQSBatchResponse> {
  async function react(message: SQSRecord): Promise<void> {
    const { detail } = Envelope.parse(JSON.parse(message.body));
    if (!definition.on.some((action) => detail.actions.includes(action))) return;
    const record = await findRecord(detail.orgId, detail.recordId);
    // The organization may have been deleted with everything in it while the message was on its way.
    if (!record) return;
    await definition.run(recordOf(record, definition.on), {
      actor: systemActor(record.orgId, definition.name),
      clock: systemClock,
    });
  }
  return async (event) => {
    const settled = await Promise.allSettled(event.Records.map(react));
    const batchItemFailures = settled.flatMap((outcome, at) => {
      if (outcome.status === "fulfilled") return [];
      reportFailure(definition.name, outcome.reason);
      const itemIdentifier = event.Records[at]?.messageId;
      return itemIdentifier ? [{ itemIdentifier }] : [];
    });
    return { batchItemFailures };
  };
}

/**
 * A Lambda that runs once for each organization in which anything changed, however many messages of a batch say so. It receives their events and reads what it
 * needs of the records, which may be nothing. When its run throws, all the organization's messages of the batch come again.
 */
export function organizationConsumer(definition: {
  readonly name: string;
  /** Number of organizations that it runs for at the same time. */
  readonly atOnce?: number;
  run(orgId: OrgId, events: readonly RecordEvent[], context: ConsumerContext): Promise<void>;
}): (event: SQSEvent) => Promise<SQSBatchResponse> {
  return async (event) => {
    const failures: string[] = [];
    const messagesOf = new Map<OrgId, { messageId: string; detail: RecordEvent }[]>();
    for (const { messageId, body } of event.Records) {
      try {
        const { detail } = Envelope.parse(JSON.parse(body));
        messagesOf.set(detail.orgId, [...(messagesOf.get(detail.orgId) ?? []), { messageId, detail }]);
      } catch (error) {
        reportFailure(definition.name, error);
        failures.push(messageId);
      }
    }
    await concurrently(messagesOf, { atOnce: definition.atOnce ?? 1 }, async ([orgId, messages]) => {
      try {
        const events = messages.map(({ detail }) => detail);
        await definition.run(orgId, events, { actor: systemActor(orgId, definition.name), clock: systemClock });
      } catch (error) {
        reportFailure(definition.name, error);
        failures.push(...messages.map(({ messageId }) => messageId));
      }
    });
    return { batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) };
  };
}

/** Logs the failure, for the log that the alarm on the dead-letter queue refers to. */
export function reportFailure(consumerName: string, reason: unknown): void {
  const error = reason instanceof Error ? { name: reason.name, message: reason.message, stack: reason.stack } : String(reason);
  process.stderr.write(`${JSON.stringify({ level: "error", message: "consumer failed", consumer: consumerName, error })}\n`);
}
