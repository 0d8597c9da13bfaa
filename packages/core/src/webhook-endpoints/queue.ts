import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { env } from "../kernel/env.ts";
import type { Id, OrgId } from "../kernel/id.ts";
import type { DeliveriesMessage } from "./schema.ts";

let client: SQSClient | undefined;

/** Sends a run request to the deliveries queue. */
export async function sendDeliveriesRequest(orgId: OrgId, endpointId: Id<"hok">): Promise<void> {
  client ??= new SQSClient({});
  const MessageBody = JSON.stringify({ orgId, endpointId } satisfies DeliveriesMessage);
  await client.send(new SendMessageCommand({ QueueUrl: env("DELIVERIES_QUEUE_URL"), MessageBody }));
}
