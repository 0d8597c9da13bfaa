import { accountId, arn, resourceOfArn } from "../arns.ts";
import { AwsError } from "../wire/errors.ts";
import { Input } from "../wire/input.ts";
import type { TargetContext, TargetOperation } from "../wire/target-protocol.ts";
import { sqsErrors, sqsRefusal } from "./errors.ts";
import { md5, md5OfAttributes, readAttributes, selectAttributes } from "./message-attributes.ts";
import { largestMessageBytes } from "./queue-attributes.ts";
import type { ReceivedMessage } from "./receiving.ts";
import { sizeOf } from "./sending.ts";
import type { OutgoingMessage, SentMessage } from "./sending.ts";
import type { Sqs } from "./sqs.ts";

/** SQS over AWS JSON 1.0. */
export function sqsOperations(sqs: Sqs): Readonly<Record<string, TargetOperation>> {
  const operations: Record<string, (input: Input, context: TargetContext) => unknown> = {
    CreateQueue: (input, { origin }) => {
      const queue = sqs.queues.create(input.text("QueueName"), input.textMap("Attributes"));
      return { QueueUrl: queueUrl(origin, queue.name) };
    },
    GetQueueUrl: (input, { origin }) => ({ QueueUrl: queueUrl(origin, sqs.queues.get(input.text("QueueName")).name) }),
    ListQueues: (input, { origin }) => {
      const prefix = input.optionalText("QueueNamePrefix") ?? "";
      const after = input.optionalText("NextToken") ?? "";
      const max = input.optionalInteger("MaxResults", { min: 1, max: 1000 }) ?? 1000;
      const names = sqs.queues.all().map(({ name }) => name);
      const matching = names.filter((name) => name.startsWith(prefix) && name > after);
      const page = matching.slice(0, max);
      return {
        QueueUrls: page.map((name) => queueUrl(origin, name)),
        ...(matching.length > max && { NextToken: page.at(-1) }),
      };
    },
    DeleteQueue: (input) => sqs.removeQueue(queueOf(input)),
    PurgeQueue: (input) => sqs.purge(queueOf(input)),
    GetQueueAttributes: (input) => {
      const all = sqs.queues.describe(queueOf(input));
      const wanted = input.texts("AttributeNames");
      const found = Object.entries(all).filter(([name]) => wanted.includes("All") || wanted.includes(name));
      return found.length > 0 ? { Attributes: Object.fromEntries(found) } : {};
    },
    SetQueueAttributes: (input) => sqs.queues.setAttributes(queueOf(input), input.textMap("Attributes")),
    ListDeadLetterSourceQueues: (input, { origin }) => {
      const name = queueOf(input);
      sqs.queues.get(name);
      return { queueUrls: sqs.queues.sourcesOf(name).map((queue) => queueUrl(origin, queue.name)) };
    },
    SendMessage: (input) => sentReply(sqs.send(queueOf(input), outgoing(input))),
    SendMessageBatch: (input) => {
      const entries = batchEntries(input, "SendMessageBatchRequestEntry");
      const bytes = entries.reduce((sum, entry) => sum + sizeOfEntry(entry), 0);
      if (bytes > largestMessageBytes) throw sqsErrors.batchTooLong(largestMessageBytes, bytes);
      return sqs.sendAll(queueOf(input), (send) => eachEntry(entries, (entry) => sentReply(send(outgoing(entry)))));
    },
    ReceiveMessage: async (input, { signal }) => {
      const messages = await sqs.receive(queueOf(input), {
        max: input.optionalInteger("MaxNumberOfMessages", { min: 1, max: 10 }),
        waitSeconds: input.optionalInteger("WaitTimeSeconds", { min: 0, max: 20 }),
        visibilitySeconds: input.optionalInteger("VisibilityTimeout", { min: 0, max: 43_200 }),
        signal,
      });
      if (messages.length === 0) return {};
      const system = [...input.texts("AttributeNames"), ...input.texts("MessageSystemAttributeNames")];
      const attributes = input.texts("MessageAttributeNames");
      return { Messages: messages.map((message) => receivedReply(message, system, attributes)) };
    },
    DeleteMessage: (input) => sqs.delete(queueOf(input), input.text("ReceiptHandle")),
    DeleteMessageBatch: (input) =>
      eachEntry(batchEntries(input, "DeleteMessageBatchRequestEntry"), (entry) => {
        sqs.delete(queueOf(input), entry.text("ReceiptHandle"));
        return {};
      }),
    ChangeMessageVisibility: (input) => changeVisibility(sqs, queueOf(input), input),
    ChangeMessageVisibilityBatch: (input) =>
      eachEntry(batchEntries(input, "ChangeMessageVisibilityBatchRequestEntry"), (entry) => {
        changeVisibility(sqs, queueOf(input), entry);
        return {};
      }),
    StartMessageMoveTask: (input) => {
      const destination = input.optionalText("DestinationArn");
      return {
        TaskHandle: sqs.moveTasks.start(
          queueOfArn(input.text("SourceArn")),
          destination === undefined ? undefined : queueOfArn(destination),
        ),
      };
    },
    ListMessageMoveTasks: (input) => {
      const max = input.optionalInteger("MaxResults", { min: 1, max: 10 }) ?? 1;
      const tasks = sqs.moveTasks.list(queueOfArn(input.text("SourceArn")), max);
      return {
        Results: tasks.map((task) => ({
          Status: task.failure ? "FAILED" : "COMPLETED",
          SourceArn: task.source,
          DestinationArn: task.destination,
          ApproximateNumberOfMessagesMoved: task.moved,
          ApproximateNumberOfMessagesToMove: task.toMove,
          StartedTimestamp: task.startedAt,
          FailureReason: task.failure,
        })),
      };
    },
    CancelMessageMoveTask: () => {
      throw sqsErrors.resourceNotFound("The task is not running; local move tasks are done at once.");
    },
    TagQueue: (input) => void sqs.queues.get(queueOf(input)),
    UntagQueue: (input) => void sqs.queues.get(queueOf(input)),
    ListQueueTags: (input) => void sqs.queues.get(queueOf(input)),
  };
  return Object.fromEntries(
    Object.entries(operations).map(([name, run]) => [
      name,
      (fields: Record<string, unknown>, context: TargetContext) => run(new Input(fields, sqsRefusal), context),
    ]),
  );
}

export function queueUrl(origin: string, name: string): string {
  return `${origin}/${accountId}/${name}`;
}

/** Only the last part counts, so that a URL survives a change of port. */
function queueOf(input: Input): string {
  const url = input.text("QueueUrl");
  return decodeURIComponent(url.slice(url.lastIndexOf("/") + 1));
}

function queueOfArn(text: string): string {
  const name = resourceOfArn("sqs", text);
  if (name === undefined) throw sqsErrors.invalidParameter(`${text} is not the ARN of a queue, such as ${arn("sqs", "name")}.`);
  return name;
}

function outgoing(input: Input): OutgoingMessage {
  return {
    body: input.text("MessageBody"),
    delaySeconds: input.optionalInteger("DelaySeconds", { min: 0, max: 900 }),
    attributes: readAttributes(input, "MessageAttributes"),
    systemAttributes: readAttributes(input, "MessageSystemAttributes"),
    groupId: input.optionalText("MessageGroupId"),
    dedupeId: input.optionalText("MessageDeduplicationId"),
  };
}

/** A malformed entry counts nothing here: it fails by itself when it is sent. */
function sizeOfEntry(entry: Input): number {
  try {
    return sizeOf(outgoing(entry));
  } catch (error) {
    if (error instanceof AwsError) return 0;
    throw error;
  }
}

function sentReply(sent: SentMessage): Record<string, unknown> {
  return {
    MessageId: sent.messageId,
    MD5OfMessageBody: sent.md5OfBody,
    MD5OfMessageAttributes: sent.md5OfAttributes,
    MD5OfMessageSystemAttributes: sent.md5OfSystemAttributes,
    SequenceNumber: sent.sequenceNumber,
  };
}

function receivedReply(
  message: ReceivedMessage,
  wantedSystem: readonly string[],
  wanted: readonly string[],
): Record<string, unknown> {
  const system = Object.entries(message.systemAttributes).filter(
    ([name]) => wantedSystem.includes("All") || wantedSystem.includes(name),
  );
  const attributes = selectAttributes(message.attributes, wanted);
  return {
    MessageId: message.messageId,
    ReceiptHandle: message.receiptHandle,
    Body: message.body,
    MD5OfBody: md5(message.body),
    ...(system.length > 0 && { Attributes: Object.fromEntries(system) }),
    ...(Object.keys(attributes).length > 0 && {
      MessageAttributes: attributes,
      MD5OfMessageAttributes: md5OfAttributes(attributes),
    }),
  };
}

function changeVisibility(sqs: Sqs, queue: string, input: Input): void {
  const seconds = input.optionalInteger("VisibilityTimeout", { min: 0, max: 43_200 });
  if (seconds === undefined) throw sqsErrors.missingParameter("VisibilityTimeout");
  sqs.changeVisibility(queue, input.text("ReceiptHandle"), seconds);
}

function batchEntries(input: Input, kind: string): Input[] {
  const entries = input.objects("Entries");
  if (entries.length === 0) throw sqsErrors.emptyBatch(kind);
  if (entries.length > 10) throw sqsErrors.tooManyEntries(entries.length);
  const seen = new Set<string>();
  for (const entry of entries) {
    const id = entry.text("Id");
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(id)) throw sqsErrors.invalidBatchId();
    if (seen.has(id)) throw sqsErrors.batchIdsNotDistinct(id);
    seen.add(id);
  }
  return entries;
}

/** A batch answers 200 with what worked and what did not; only an error of our own fails all of it. */
function eachEntry(entries: readonly Input[], run: (entry: Input) => Record<string, unknown>): unknown {
  const successful: unknown[] = [];
  const failed: unknown[] = [];
  for (const entry of entries) {
    const Id = entry.text("Id");
    try {
      successful.push({ Id, ...run(entry) });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      failed.push({ Id, SenderFault: true, Code: error.queryCode ?? error.code, Message: error.message });
    }
  }
  return { Successful: successful, Failed: failed };
}
