import { SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import * as z from "zod";
import { env } from "../../kernel/env.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { AutomationId } from "../schema.ts";

/** A message of the queue of runs: a card on which something may be due. */
export const RunsMessage = z.object({ orgId: idSchema("org"), cardId: idSchema("crd") });

/** Another: an automation that the clock may have set off. */
export const ScheduleMessage = z.object({ orgId: idSchema("org"), automationId: idSchema("aut") });

let client: SQSClient | undefined;

async function send(message: z.output<typeof RunsMessage> | z.output<typeof ScheduleMessage>): Promise<void> {
  client ??= new SQSClient({});
  await client.send(new SendMessageCommand({ QueueUrl: env("RUNS_QUEUE_URL"), MessageBody: JSON.stringify(message) }));
}

/** Asks for a process that carries out what is due on the card. */
export const askForRuns = (orgId: OrgId, cardId: CardId): Promise<void> => send({ orgId, cardId });

/** Asks for a process that starts what the clock has set off. */
export const askForSchedule = (orgId: OrgId, automationId: AutomationId): Promise<void> => send({ orgId, automationId });
