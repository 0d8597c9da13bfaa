import { reportFailure } from "@kartis/core/data/consumer.ts";
import { isId } from "@kartis/core/kernel/id.ts";
import { writeSnapshots } from "@kartis/core/replicas.ts";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod";

const Message = z.object({ orgId: z.custom<`org_${string}`>((value) => isId("org", value)) });

/** Writes the snapshots of one organization, from its table when there are none. Writing them twice is harmless: they are published with a condition. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures = [];
  for (const { body, messageId } of Records) {
    try {
      await writeSnapshots(Message.parse(JSON.parse(body)).orgId);
    } catch (error) {
      reportFailure("replica-on-asked", error);
      batchItemFailures.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures };
}
