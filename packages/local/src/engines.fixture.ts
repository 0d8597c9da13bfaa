import { EventBridgeClient } from "@aws-sdk/client-eventbridge";
import { SchedulerClient } from "@aws-sdk/client-scheduler";
import { SESv2Client } from "@aws-sdk/client-sesv2";
import { CreateQueueCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { Message } from "@aws-sdk/client-sqs";
import { afterAll } from "vitest";
import { arn } from "./arns.ts";
import { ManualClock } from "./clock.ts";
import { startEngines } from "./engines.ts";
import type { EnginesOptions } from "./engines.ts";

/** SDK clients as production code makes them, but for the endpoint. */
export function clientsFor(endpoint: string) {
  const options = {
    endpoint,
    region: "us-east-1",
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  };
  return {
    sqs: new SQSClient(options),
    events: new EventBridgeClient(options),
    scheduler: new SchedulerClient(options),
    mail: new SESv2Client(options),
  };
}

/** Engines of a test file's own, in memory, with a clock that stands still until it is moved. */
export async function engineFixture(options: Partial<EnginesOptions> & { clock?: ManualClock } = {}) {
  const clock = options.clock ?? new ManualClock("2026-11-20T10:00:00Z");
  const engines = await startEngines({ dataDir: ":memory:", ...options, clock });
  const clients = clientsFor(engines.url);
  afterAll(async () => {
    Object.values(clients).forEach((client) => client.destroy());
    await engines.close();
  });

  let count = 0;
  /** A fresh queue per call, so that tests do not meet each other's messages. */
  const createQueue = async (attributes: Record<string, string> = {}) => {
    const name = `queue-${++count}${attributes["FifoQueue"] === "true" ? ".fifo" : ""}`;
    const { QueueUrl } = await clients.sqs.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }));
    return { name, url: QueueUrl ?? "", arn: arn("sqs", name) };
  };
  const receive = async (queue: { url: string }, options: { max?: number; visibility?: number } = {}): Promise<Message[]> => {
    const { Messages = [] } = await clients.sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queue.url,
        MaxNumberOfMessages: options.max ?? 10,
        VisibilityTimeout: options.visibility,
        MessageSystemAttributeNames: ["All"],
        MessageAttributeNames: ["All"],
      }),
    );
    return Messages;
  };
  const bodies = async (queue: { url: string }): Promise<string[]> => (await receive(queue)).map(({ Body }) => Body ?? "");
  return { clock, engines, ...clients, createQueue, receive, bodies };
}
