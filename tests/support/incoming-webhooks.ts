import type { IncomingWebhook } from "@kartis/core/incoming-webhooks/schema.ts";
import { intakeOfWebhook } from "@kartis/core/incoming-webhooks/intake.ts";
import { takeIn } from "@kartis/core/incoming-webhooks/take-in.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { recordOf } from "@kartis/core/data/payloads.ts";
import { eventsOf } from "@kartis/core/provider-events/index.ts";
import { handler as hook } from "@kartis/functions/webhooks/incoming/handler.ts";
import { handler as onReceived } from "@kartis/events/incoming-webhooks/on-received.ts";
import { expect } from "vitest";
import type { Owner } from "./people.ts";
import { deliver, sqsRecord } from "./sqs.ts";

/** Calls the webhook once, and has its consumer process that. @returns the call's id */
export async function callOnce(
  { orgId, clock }: Pick<Owner, "orgId" | "clock">,
  { id: webhookId, url }: IncomingWebhook,
  body: unknown,
): Promise<string> {
  const token = (url ?? "").slice((url ?? "").lastIndexOf("/") + 1);
  const requestContext = { http: { method: "POST" } };
  await hook({ pathParameters: { token }, headers: {}, body: JSON.stringify(body), isBase64Encoded: false, requestContext });
  const [record] = await latestRecords(orgId, 1, null);
  const [event] = record ? await eventsOf(recordOf(record, ["webhook.receive"]), "incoming") : [];
  if (!event) throw new Error("The call was not received");
  const intake = await intakeOfWebhook(orgId, webhookId, event.payload);
  if (!intake) throw new Error("The webhook is gone");
  await takeIn(intake, event.key, clock);
  return intake.callId;
}

/** Has the consumer work on everything that was received, each record as often as a queue may deliver it. */
export async function settleIncoming({ orgId }: Owner, { times = 1 } = {}): Promise<void> {
  const records = await latestRecords(orgId, 200, null);
  for (const { id: recordId, changes } of records.toReversed()) {
    const actions = changes.map(({ action }) => action);
    if (!actions.includes("webhook.receive")) continue;
    const record = sqsRecord({ detail: { orgId, recordId, actions, changes: changes.length } });
    for (let time = 0; time < times; time++) expect(await deliver(onReceived, record)).toEqual({ batchItemFailures: [] });
  }
}
