import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { env } from "@kartis/core/kernel/env.ts";

/** Takes what has been asked for out of the queue of runs. @returns the messages of the organization */
export async function askedRuns(orgId: string): Promise<unknown[]> {
  const messages: unknown[] = [];
  for (;;) {
    const { Messages = [] } = await new SQSClient({}).send(
      new ReceiveMessageCommand({ QueueUrl: env("RUNS_QUEUE_URL"), MaxNumberOfMessages: 10 }),
    );
    if (Messages.length === 0) return messages.filter((message) => Object(message).orgId === orgId);
    messages.push(...Messages.map(({ Body = "" }): unknown => JSON.parse(Body)));
  }
}
