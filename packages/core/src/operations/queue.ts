import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { env } from "../kernel/env.ts";
import type { OperationId, OrgId } from "../kernel/id.ts";

let client: SQSClient | undefined;

export async function send(message: { orgId: OrgId; operationId: OperationId }, delaySeconds: number): Promise<void> {
  client ??= new SQSClient({});
  await client.send(
    new SendMessageCommand({
      QueueUrl: env("OPERATIONS_QUEUE_URL"),
      MessageBody: JSON.stringify(message),
      DelaySeconds: delaySeconds,
    }),
  );
}
