import { unmarshall } from "@aws-sdk/util-dynamodb";
import { reportFailure } from "@kartis/core/data/consumer.ts";
import { isRecordItem, fromItem } from "@kartis/core/data/journal-entity.ts";
import type { JournalRecord } from "@kartis/core/data/journal.ts";
import { repairLate } from "@kartis/core/data/repair.ts";
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from "aws-lambda";
import { publish } from "./publish.ts";

/**
 * From the table's stream to the bus: journal records, in the order of the stream, at least once. A batch is answered up to its first entry that the bus did
 * not accept, so nothing is skipped and nothing after it is reordered. Only an item that cannot be read as a record is left out, loudly: a retry would not make
 * it readable, and everything after it would wait until the stream has forgotten it.
 */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const records = event.Records.flatMap((record) => readable(record) ?? []);
  const failedAt = await publish(records.map(({ journal }) => journal));
  // The stream does not redeliver those before the failed one.
  const published = failedAt === -1 ? records : records.slice(0, failedAt);
  await repairLate(published.map(({ journal, landedAtMs }) => ({ record: journal, landedAtMs })));
  const failed = records[failedAt];
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] };
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
  // The Lambda type declares its own `AttributeValue`; the wire form is the SDK's.
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
