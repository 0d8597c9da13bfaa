import { unmarshall } from "@aws-sdk/util-dynamodb";
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { type RecordEvent, reportFailure } from "@kartis/core/data/consumer.ts";
import { isRecordItem, fromItem } from "@kartis/core/data/journal-entity.ts";
import type { JournalRecord } from "@kartis/core/data/journal.ts";
import { repairLate } from "@kartis/core/data/repair.ts";
import { env } from "@kartis/core/kernel/env.ts";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";

let client: EventBridgeClient | undefined;
/** PutEvents takes ten. */
const entriesPerCall = 10;

/**
 * From the table's stream to the bus: journal records, in the order of the stream, at least once. A batch is answered up to its first entry that
 * the bus did not take, so nothing is skipped and nothing is put out of order behind it. Only an item that cannot be read as a record is left out,
 * loudly: tried again it would be no more readable, and everything behind it would wait until the stream has forgotten it.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  client ??= new EventBridgeClient({});
  const records = event.Records.flatMap((record) => readable(record) ?? []);
  const failedAt = await putAll(client, records);
  // The stream does not come back to those before the failed one.
  const published = failedAt === -1 ? records : records.slice(0, failedAt);
  await repairLate(published.map(({ journal, landedAtMs }) => ({ record: journal, landedAtMs })));
  const failed = records[failedAt];
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] };
}

/** Puts them on the bus. @returns the index of the first that it did not take, or -1. */
async function putAll(bus: EventBridgeClient, records: readonly Published[]): Promise<number> {
  for (let at = 0; at < records.length; at += entriesPerCall) {
    const slice = records.slice(at, at + entriesPerCall);
    const { FailedEntryCount, Entries = [] } = await bus.send(
      new PutEventsCommand({ Entries: slice.map(({ journal }) => entryOf(journal)) }),
    );
    if (FailedEntryCount)
      return (
        at +
        Math.max(
          0,
          Entries.findIndex((entry) => entry.ErrorCode),
        )
      );
  }
  return -1;
}

function readable(streamRecord: DynamoDBRecord): Published | undefined {
  try {
    return recordOf(streamRecord);
  } catch (error) {
    reportFailure(`publisher, at ${streamRecord.dynamodb?.SequenceNumber}`, error);
    return undefined;
  }
}

type Image = NonNullable<NonNullable<DynamoDBRecord["dynamodb"]>["NewImage"]>;

interface Published {
  readonly journal: JournalRecord;
  readonly sequenceNumber: string;
  readonly landedAtMs: number;
}

function recordOf(streamRecord: DynamoDBRecord): Published | undefined {
  const image = streamRecord.dynamodb?.NewImage;
  if (streamRecord.eventName !== "INSERT" || !image || image["__edb_e__"]?.S !== "record") return undefined;
  // The Lambda type says `AttributeValue` of its own; the wire form is the SDK's.
  const item = unmarshall(binaryDecoded(image) as Parameters<typeof unmarshall>[0]);
  if (!isRecordItem(item)) return undefined;
  return {
    journal: fromItem(item),
    sequenceNumber: streamRecord.dynamodb?.SequenceNumber ?? "",
    landedAtMs: (streamRecord.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000,
  };
}

/** An event is JSON, in which binary attributes (a chunk of an import) are base64; the SDK takes them for bytes already. */
function binaryDecoded(image: Image): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(image).map(([name, value]) => [
      name,
      typeof value.B === "string" ? { B: new Uint8Array(Buffer.from(value.B, "base64")) } : value,
    ]),
  );
}

function entryOf(record: JournalRecord): PutEventsRequestEntry {
  const actions = [...new Set(record.changes.map((change) => change.action))];
  const detail: RecordEvent = { orgId: record.orgId, recordId: record.id, actions };
  return {
    EventBusName: env("BUS_NAME"),
    Source: "kartis.journal",
    DetailType: actions[0] ?? "",
    Time: new Date(record.at),
    Detail: JSON.stringify({
      ...detail,
      typeIds: [...new Set(record.changes.flatMap((change) => change.subject.typeId ?? []))],
      origin: record.origin,
    }),
  };
}
