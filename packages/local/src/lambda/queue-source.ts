import { arn, region } from "../arns.ts";
import type { ReceivedMessage } from "../sqs/receiving.ts";
import type { Sqs } from "../sqs/sqs.ts";
import { isObject } from "../wire/http.ts";
import type { LambdaFunction } from "./function.ts";

export interface QueueSourceOptions {
  readonly sqs: Sqs;
  readonly queueName: string;
  readonly target: LambdaFunction;
  readonly batchSize: number;
  /** Gathers messages for this long, counted from the first, unless the batch is full. */
  readonly batchingWindowSeconds?: number | undefined;
}

/** Polls a source for events and passes them to a function until `stop`, which waits for the current batch. */
export interface EventSource {
  stop(): Promise<void>;
}

const longPollSeconds = 20;
/** The most that one ReceiveMessage returns. */
const mostPerReceive = 10;

/** AWS leaves a failed message hidden for the whole visibility timeout; a person at one machine would take that for a hang. */
const longestRetrySeconds = 60;

/** An SQS event source mapping with ReportBatchItemFailures: what the function did not report as failed leaves the queue. */
export function startQueueSource({
  sqs,
  queueName,
  target,
  batchSize,
  batchingWindowSeconds = 0,
}: QueueSourceOptions): EventSource {
  const stopping = new AbortController();
  const visibilitySeconds = 6 * target.timeoutSeconds;

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      const messages = await gather();
      if (messages.length === 0) continue;
      const failed = await failedOf(messages);
      const isFailed = ({ messageId }: ReceivedMessage) => failed.has(messageId);
      for (const message of messages.filter(isFailed))
        sqs.changeVisibility(queueName, message.receiptHandle, retrySeconds(message));
      const done = messages.filter((message) => !isFailed(message));
      sqs.deleteAll(
        queueName,
        done.map(({ receiptHandle }) => receiptHandle),
      );
    }
  }

  async function gather(): Promise<ReceivedMessage[]> {
    const receive = (max: number, waitSeconds: number) =>
      sqs.receive(queueName, { max: Math.min(max, mostPerReceive), waitSeconds, visibilitySeconds, signal: stopping.signal });
    const messages = [...(await receive(batchSize, longPollSeconds))];
    const until = Date.now() + batchingWindowSeconds * 1_000;
    while (messages.length > 0 && messages.length < batchSize && Date.now() < until && !stopping.signal.aborted) {
      messages.push(...(await receive(batchSize - messages.length, (until - Date.now()) / 1_000)));
    }
    return messages;
  }

  async function failedOf(messages: readonly ReceivedMessage[]): Promise<ReadonlySet<string>> {
    const all = new Set(messages.map(({ messageId }) => messageId));
    try {
      const result = await target.invoke({ Records: messages.map((message) => recordOf(message, queueName)) });
      const failures = reportedFailures(result);
      // As on AWS: an answer that cannot be understood, or names a message that was not sent, fails the batch.
      return failures !== undefined && failures.every((id) => all.has(id)) ? new Set(failures) : all;
    } catch {
      return all; // the function has logged why
    }
  }

  const retrySeconds = (message: ReceivedMessage) =>
    Math.min(2 ** (Number(message.systemAttributes["ApproximateReceiveCount"] ?? 1) - 1), longestRetrySeconds, visibilitySeconds);

  const polling = poll();
  polling.catch((error: unknown) => console.error(`The queue ${queueName} is no longer read:`, error));
  return {
    async stop() {
      stopping.abort();
      await polling.catch(() => undefined);
    },
  };
}

/** The message ids (or sequence numbers) of `batchItemFailures`; undefined if the answer is malformed. */
export function reportedFailures(result: unknown): string[] | undefined {
  if (result === null || result === undefined) return [];
  if (!isObject(result)) return typeof result === "string" ? [] : undefined;
  const failures = result["batchItemFailures"] ?? [];
  if (!Array.isArray(failures)) return undefined;
  const ids = failures.map((failure: unknown) => (isObject(failure) ? failure["itemIdentifier"] : undefined));
  return ids.every((id): id is string => typeof id === "string" && id !== "") ? ids : undefined;
}

function recordOf(message: ReceivedMessage, queueName: string): Record<string, unknown> {
  return {
    messageId: message.messageId,
    receiptHandle: message.receiptHandle,
    body: message.body,
    attributes: message.systemAttributes,
    messageAttributes: Object.fromEntries(
      Object.entries(message.attributes).map(([name, value]) => [
        name,
        Object.fromEntries(Object.entries(value).map(([key, part]) => [key.charAt(0).toLowerCase() + key.slice(1), part])),
      ]),
    ),
    eventSource: "aws:sqs",
    eventSourceARN: arn("sqs", queueName),
    awsRegion: region,
  };
}
