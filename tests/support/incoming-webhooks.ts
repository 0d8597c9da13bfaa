import { ReceivedCall } from "@kartis/core/incoming-webhooks/index.ts";
import type { IncomingWebhook } from "@kartis/core/incoming-webhooks/schema.ts";
import { takeIn } from "@kartis/core/incoming-webhooks/take-in.ts";
import { latestRecords } from "@kartis/core/data/journal-entity.ts";
import { recordOf } from "@kartis/core/data/payloads.ts";
import { eventsOf } from "@kartis/core/webhooks/index.ts";
import { handler as hook } from "@kartis/functions/webhooks/incoming/handler.ts";
import type { Owner } from "./people.ts";

/** Calls the webhook once, and has its consumer process that. @returns the call's id */
export async function callOnce({ orgId, clock }: Owner, { id: webhookId, url }: IncomingWebhook, body: unknown): Promise<string> {
  const token = (url ?? "").slice((url ?? "").lastIndexOf("/") + 1);
  const requestContext = { http: { method: "POST" } };
  await hook({ pathParameters: { token }, headers: {}, body: JSON.stringify(body), isBase64Encoded: false, requestContext });
  const [record] = await latestRecords(orgId, 1, null);
  const [event] = record ? await eventsOf(recordOf(record, ["webhook.receive"]), "incoming") : [];
  if (!event) throw new Error("The call was not received");
  const received = ReceivedCall.parse(event.payload);
  await takeIn(orgId, { webhookId, key: event.key, received }, clock);
  return received.callId;
}
