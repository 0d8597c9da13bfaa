import { ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { env } from "@kartis/core/kernel/env.ts";
import { vi } from "vitest";

/** What is waiting in the queue of operations, which is taken out of it. */
export async function askedOperations(): Promise<unknown[]> {
  const { Messages = [] } = await new SQSClient({}).send(
    new ReceiveMessageCommand({ QueueUrl: env("OPERATIONS_QUEUE_URL"), MaxNumberOfMessages: 10, WaitTimeSeconds: 0 }),
  );
  return Messages.map(({ Body }) => JSON.parse(Body ?? ""));
}

/** The process dies before its next message is sent. @returns what brings the queue back. */
export function dyingBeforeSend(): () => void {
  const spy = vi.spyOn(SQSClient.prototype, "send").mockRejectedValueOnce(new Error("killed"));
  return () => spy.mockRestore();
}
