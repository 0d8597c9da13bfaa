import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { env } from "../../kernel/env.ts";
import type { OrgId } from "../../kernel/id.ts";

let client: SQSClient | undefined;

/** To the consumer that writes snapshots. */
export async function sendSnapshotRequest(orgId: OrgId): Promise<void> {
  client ??= new SQSClient({});
  await client.send(new SendMessageCommand({ QueueUrl: env("REPLICAS_QUEUE_URL"), MessageBody: JSON.stringify({ orgId }) }));
}
