import { deliveryFailures, EndpointIdSchema, MessageIdSchema } from "@kartis/core/outgoing-webhooks/schema.ts";
import { deliveryStates, disabledReasons, endpointStates } from "@kartis/core/outgoing-webhooks/rules.ts";
import * as z from "zod";
import { instant, version } from "./parts.ts";

const endpoint = {
  id: EndpointIdSchema,
  version,
  url: z.string(),
  description: z.string(),
  events: z.array(z.string()).describe("`*` for every event"),
  cardTypeIds: z.array(z.string()).describe("Of events about cards, those of these types alone; empty for all types"),
  state: z.enum(endpointStates),
  disabledReason: z.enum(disabledReasons).nullable().describe("Why Kartis has disabled it"),
  createdAt: instant,
  previousSecretUntil: instant.nullable().describe("After a rotation: until when the previous secret signs as well"),
  failingSince: instant
    .nullable()
    .describe("Since when every attempt, or the last test, has failed; null while the last one succeeded"),
  succeededAt: instant.nullable(),
};
export const WebhookEndpoint = z.object(endpoint);
export const EndpointWithSecret = z.object({ ...endpoint, secret: z.string().describe("Shown in this answer alone") });

const delivery = {
  messageId: MessageIdSchema.describe("The header `webhook-id`"),
  event: z.string(),
  state: z.enum(deliveryStates).describe("`failed` is given up"),
  createdAt: instant.describe("When it happened"),
  attempts: z.number().int(),
  lastAt: instant.nullable(),
  nextAt: instant
    .nullable()
    .describe("When it is attempted next, at the earliest; null unless it waits and the endpoint is active"),
  status: z.number().int().nullable().describe("Of the last answer"),
  durationMs: z.number().int().nullable(),
  reason: z.enum(deliveryFailures).nullable().describe("Why the last attempt did not succeed"),
};
export const WebhookDelivery = z.object(delivery);
export const WebhookDeliveries = z.object({
  deliveries: z.array(WebhookDelivery),
  nextCursor: MessageIdSchema.nullable().describe("What to send as `cursor` for older ones; null at the end"),
});
export const ReplayCount = z.object({
  count: z.number().int().describe("Messages that would be sent"),
  earlier: z
    .number()
    .int()
    .describe("Messages about what happened before the endpoint had chosen it: sent with `withEarlier` alone"),
  isPartial: z.boolean().describe("There are too many events in this time to count them all"),
});
const headers = z.record(z.string(), z.string());
export const DeliveryDetails = z.object({
  ...delivery,
  request: z.object({ headers, body: z.string() }).nullable().describe("As it was last sent; null if it was not, or is not kept"),
  answer: z
    .object({ headers, body: z.string(), isCut: z.boolean().describe("There was more of it") })
    .nullable()
    .describe("Null without one"),
});
