import type { handler } from "@kartis/events/operations/on-requested.ts";
import { comingAgain } from "./faults.ts";

type Handler = typeof handler;
type SQSRecord = Parameters<Handler>[0]["Records"][number];

/** A message of a queue as its consumer gets it, received for the so-manieth time. */
export const sqsRecord = (body: unknown, { messageId = "m", receives = 1 } = {}): SQSRecord => ({
  messageId,
  body: JSON.stringify(body),
  receiptHandle: "",
  attributes: {
    ApproximateReceiveCount: String(receives),
    SentTimestamp: "0",
    SenderId: "",
    ApproximateFirstReceiveTimestamp: "0",
  },
  messageAttributes: {},
  md5OfBody: "",
  eventSource: "aws:sqs",
  eventSourceARN: "",
  awsRegion: "",
});

/** Hands the consumer its message, and again as long as it gives it back (`comingAgain`). */
export const deliver = (consumer: Handler, record: SQSRecord): ReturnType<Handler> =>
  comingAgain(
    () => consumer({ Records: [record] }),
    ({ batchItemFailures }) => batchItemFailures.length > 0,
  );
