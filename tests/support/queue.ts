import {
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from "@aws-sdk/client-sqs";

/**
 * The bodies of all messages in the queue, which is empty afterwards. An empty answer does not prove that it is: when the answer of a receive is lost, its
 * messages stay hidden until their visibility timeout, so the queue is asked what it still holds. Duplicates are kept.
 */
export async function takeAll(QueueUrl: string): Promise<string[]> {
  const sqs = new SQSClient({});
  const bodies: string[] = [];
  let WaitTimeSeconds = 0;
  do {
    const { Messages = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 1, WaitTimeSeconds }),
    );
    bodies.push(...Messages.map(({ Body = "" }) => Body));
    await remove(sqs, QueueUrl, Messages);
    WaitTimeSeconds = 2; // what is left is hidden, and shows itself within a second
  } while (await holdsAny(sqs, QueueUrl));
  return bodies;
}

/** A message whose deletion fails comes again, as a duplicate. */
async function remove(sqs: SQSClient, QueueUrl: string, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return;
  const Entries = messages.map(({ ReceiptHandle }, at) => ({ Id: String(at), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
}

async function holdsAny(sqs: SQSClient, QueueUrl: string): Promise<boolean> {
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({
      QueueUrl,
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesNotVisible"],
    }),
  );
  return Object.values(Attributes).some((count) => Number(count) > 0);
}
