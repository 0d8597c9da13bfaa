import { GetQueueAttributesCommand, SQSClient } from "@aws-sdk/client-sqs";
import { env } from "@kartis/core/kernel/env.ts";
import { vi } from "vitest";

/** Number of messages in the queue of operations, including delayed ones. */
export async function askedOperations(): Promise<number> {
  const { Attributes = {} } = await new SQSClient({}).send(
    new GetQueueAttributesCommand({
      QueueUrl: env("OPERATIONS_QUEUE_URL"),
      AttributeNames: ["ApproximateNumberOfMessages", "ApproximateNumberOfMessagesDelayed"],
    }),
  );
  return Object.values(Attributes).reduce((sum, count) => sum + Number(count), 0);
}

/** The process dies before its next message is sent. @returns what brings the queue back. */
export function dyingBeforeSend(): () => void {
  const spy = vi.spyOn(SQSClient.prototype, "send").mockRejectedValueOnce(new Error("killed"));
  return () => spy.mockRestore();
}
