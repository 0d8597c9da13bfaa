import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { env } from "../kernel/env.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { Id, OrgId } from "../kernel/id.ts";

/** A message of the queue: an endpoint that may have something to send. */
export const DeliveriesMessage = z.object({ orgId: idSchema("org"), endpointId: idSchema("hok") });

let client: SQSClient | undefined;

/** To the consumer that delivers. */
export async function askForDeliveries(orgId: OrgId, endpointId: Id<"hok">): Promise<void> {
  client ??= new SQSClient({});
  const MessageBody = JSON.stringify({ orgId, endpointId } satisfies z.output<typeof DeliveriesMessage>);
  await client.send(new SendMessageCommand({ QueueUrl: env("DELIVERIES_QUEUE_URL"), MessageBody }));
}
