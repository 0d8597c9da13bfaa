import {
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListMessageMoveTasksCommand,
  ReceiveMessageCommand,
  SQSClient,
  StartMessageMoveTaskCommand,
} from "@aws-sdk/client-sqs";
import { isObject } from "@kartis/local/wire/http.ts";

export const deadLettersOf = (name: string): string => `${name}-dead-letters`;

async function arnOf(sqs: SQSClient, QueueName: string): Promise<string> {
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ["QueueArn"] }));
  return Attributes?.["QueueArn"] ?? "";
}

/**
 * Puts everything in the dead-letter queue of `name` back into that queue, where its consumer tries it again; also what the bus could not deliver, which has no
 * queue it came from.
 * @returns how much was moved
 */
export async function moveBack(name: string, pause: (milliseconds: number) => Promise<void>): Promise<number> {
  const sqs = new SQSClient({});
  const [SourceArn, DestinationArn] = await Promise.all([arnOf(sqs, deadLettersOf(name)), arnOf(sqs, name)]);
  const { TaskHandle } = await sqs.send(new StartMessageMoveTaskCommand({ SourceArn, DestinationArn }));
  for (;;) {
    const { Results = [] } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn, MaxResults: 1 }));
    const [task] = Results;
    if (task?.Status === "FAILED") throw new Error(`The messages of ${name} were not moved: ${task.FailureReason}`);
    if (task?.Status === "COMPLETED") return Number(task.ApproximateNumberOfMessagesMoved ?? 0);
    if (!task && !TaskHandle) return 0;
    await pause(1_000);
  }
}

/** The position in the stream of a batch that its function could not process, as Lambda reports it. */
function firstArrival(body: string): number {
  const parsed: unknown = JSON.parse(body);
  const info = isObject(parsed) ? parsed["DDBStreamBatchInfo"] : undefined;
  return Date.parse(isObject(info) ? String(info["approximateArrivalOfFirstRecord"]) : "");
}

/**
 * For a function that reads the table's stream, the dead-letter queue holds positions in the stream and no records. Calls back with the instant of the first of
 * them, and takes them out of the queue once that is done.
 * @returns how many positions there were
 */
export async function resumeStream(name: string, from: (instantMs: number) => Promise<void>): Promise<number> {
  const sqs = new SQSClient({});
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: deadLettersOf(name) }));
  const found = new Map<string, { receipt: string; arrivedAt: number }>();
  for (;;) {
    const { Messages = [] } = await sqs.send(
      // Hidden for as long as what follows may take, so that the next page is another.
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3_600 }),
    );
    for (const { MessageId = "", ReceiptHandle = "", Body = "" } of Messages)
      found.set(MessageId, { receipt: ReceiptHandle, arrivedAt: firstArrival(Body) });
    if (Messages.length === 0) break;
  }
  if (found.size === 0) return 0;
  const first = Math.min(...[...found.values()].map(({ arrivedAt }) => arrivedAt));
  if (Number.isNaN(first)) throw new Error(`${deadLettersOf(name)} holds something else than places of a stream`);
  await from(first);
  for (const { receipt } of found.values()) await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: receipt }));
  return found.size;
}
