import { findActivities } from "@kartis/core/activities/store.ts";
import { shownActivity } from "@kartis/core/activities/views.ts";
import { findCards, visible } from "@kartis/core/cards/store.ts";
import { reportFailure } from "@kartis/core/data/consumer.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { DeliveriesMessage } from "@kartis/core/outgoing-webhooks/schema.ts";
import { runDeliveries } from "@kartis/core/outgoing-webhooks/run.ts";
import type { SQSBatchResponse, SQSEvent } from "aws-lambda";

const reads = { findCards, visible, findActivities, shownActivity };

/** No attempt begins later than this; the longest ends before the Lambda's time-out. */
const runMs = 40_000;

/** Sends endpoints what is due, side by side. A message that comes twice finds another run at its endpoint, or nothing to do. */
export async function handler({ Records }: SQSEvent): Promise<SQSBatchResponse> {
  const settled = await Promise.allSettled(
    Records.map(async ({ body }) => {
      const { orgId, endpointId } = DeliveriesMessage.parse(JSON.parse(body));
      await runDeliveries(orgId, endpointId, { clock: systemClock, reads, runMs });
    }),
  );
  const batchItemFailures = settled.flatMap((outcome, at) => {
    if (outcome.status === "fulfilled") return [];
    reportFailure("deliveries-on-asked", outcome.reason);
    return [{ itemIdentifier: Records[at]?.messageId ?? "" }];
  });
  return { batchItemFailures };
}
