import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { env } from "../../kernel/env.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";

/** A message of the queue of runs: a card on which something may be due. */
export const RunsMessage = z.object({ orgId: idSchema("org"), cardId: idSchema("crd") });

let client: SQSClient | undefined;

/** Asks for a process that carries out what is due on the card. */
export async function askForRuns(orgId: OrgId, cardId: CardId): Promise<void> {
  client ??= new SQSClient({});
  const MessageBody = JSON.stringify({ orgId, cardId } satisfies z.output<typeof RunsMessage>);
  await client.send(new SendMessageCommand({ QueueUrl: env("RUNS_QUEUE_URL"), MessageBody }));
}
