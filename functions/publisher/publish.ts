import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import type { RecordEvent } from "@kartis/core/data/consumer.ts";
import type { JournalRecord } from "@kartis/core/data/journal.ts";
import { env } from "@kartis/core/kernel/env.ts";

let client: EventBridgeClient | undefined;
/** PutEvents takes ten. */
const entriesPerCall = 10;

/** Puts records on the bus, in their order. @returns the index of the first one not accepted, after which none was put; or -1. */
export async function publish(records: readonly JournalRecord[]): Promise<number> {
  client ??= new EventBridgeClient({});
  for (let at = 0; at < records.length; at += entriesPerCall) {
    const Entries = records.slice(at, at + entriesPerCall).map(entryOf);
    const answer = await client.send(new PutEventsCommand({ Entries }));
    if (answer.FailedEntryCount) return at + Math.max(0, answer.Entries?.findIndex((entry) => entry.ErrorCode) ?? 0);
  }
  return -1;
}

function entryOf(record: JournalRecord): PutEventsRequestEntry {
  const { source, detail } = eventOf(record);
  return {
    EventBusName: env("BUS_NAME"),
    Source: source,
    DetailType: detail.actions[0] ?? "",
    Time: new Date(record.at),
    Detail: JSON.stringify(detail),
  };
}

/** The parts of a record's event that rules can filter by. */
export function eventOf(record: JournalRecord) {
  const actions = [...new Set(record.changes.map((change) => change.action))];
  const detail: RecordEvent = { orgId: record.orgId, recordId: record.id, actions, changes: record.changes.length };
  return {
    source: "kartis.journal",
    detail: {
      ...detail,
      typeIds: [...new Set(record.changes.flatMap((change) => change.subject.typeId ?? []))],
      origin: record.origin,
      // For effects: each consumer is called only for its own.
      purposes: [...new Set(record.changes.flatMap(purposeOf))],
      // The same for calls of providers: a report about an SMS starts nothing of WhatsApp's.
      sources: [...new Set(record.changes.flatMap(sourceOf))],
    },
  };
}

const purposeOf = ({ subject, after }: JournalRecord["changes"][number]): string[] =>
  subject.kind === "effect" && typeof after?.["purpose"] === "string" ? [after["purpose"]] : [];

const sourceOf = ({ action, after }: JournalRecord["changes"][number]): string[] =>
  action === "webhook.receive" && typeof after?.["source"] === "string" ? [after["source"]] : [];
