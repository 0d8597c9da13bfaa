import { DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SubscriptionSpec } from "@kartis/core/kernel/deployment.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { handler as publisher } from "@kartis/functions/publisher/handler.ts";
import { deploySubscriptions, queueNameOf } from "@kartis/local/deploy.ts";
import { Checkpoints } from "@kartis/local/lambda/checkpoints.ts";
import type { LambdaFunction } from "@kartis/local/lambda/function.ts";
import { startQueueSource } from "@kartis/local/lambda/queue-source.ts";
import { startStreamSource } from "@kartis/local/lambda/stream-source.ts";
import { openStore } from "@kartis/local/store.ts";
import type { Backend } from "./backend.ts";

type Handler = (event: never) => Promise<unknown>;

/** A handler of this process as its source invokes it: what passes is JSON. */
const inProcess = (name: string, timeoutSeconds: number, handler: Handler): LambdaFunction => ({
  name,
  timeoutSeconds,
  invoke: async (event) => {
    const result = await handler(JSON.parse(JSON.stringify(event)) as never); // whatever the source sends is the handler's to parse
    return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
  },
  warm: () => undefined,
  close: async () => undefined,
});

/**
 * Deploys the subscriptions on the backend's engines and delivers everything the table's stream holds, from its beginning: publisher, bus, queues, and those of the
 * subscriptions whose handlers are given, all in this process. The queue of operations is the deployed one from here on.
 */
export async function startDelivery(
  { engines }: Backend,
  handlers: Readonly<Record<string, Handler>>,
): Promise<{ stop(): Promise<void> }> {
  deploySubscriptions(engines, subscriptions);
  const specs: readonly SubscriptionSpec[] = subscriptions;
  const operations = specs.find(({ from }) => from.kind === "operations");
  if (operations) process.env["OPERATIONS_QUEUE_URL"] = `${engines.url}/000000000000/${queueNameOf(operations)}`;
  const streams = functions.flatMap(({ trigger }) => (trigger.kind === "stream" ? [trigger] : []));
  const { Table } = await new DynamoDBClient({}).send(new DescribeTableCommand({ TableName: env("TABLE_NAME") }));
  const store = openStore(":memory:");
  const sources = [
    ...streams.map(({ batchSize, filter }) =>
      startStreamSource({
        endpoint: process.env["AWS_ENDPOINT_URL_DYNAMODB"] ?? "",
        streamArn: Table?.LatestStreamArn ?? "",
        target: inProcess("publisher", 60, publisher),
        batchSize,
        filter,
        checkpoints: new Checkpoints(store),
      }),
    ),
    ...specs.flatMap((spec) => {
      const handler = handlers[spec.name];
      if (!handler) return [];
      const target = inProcess(spec.name, spec.timeoutSeconds, handler);
      return [startQueueSource({ sqs: engines.sqs, queueName: queueNameOf(spec), target, batchSize: spec.batchSize })];
    }),
  ];
  return {
    async stop() {
      await Promise.all(sources.map((source) => source.stop()));
      store.close();
    },
  };
}
