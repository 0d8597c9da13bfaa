import * as z from "zod";
import { Done } from "../answers/parts.ts";
import {
  DeliveryDetails,
  EndpointWithSecret,
  ReplayCount,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookEndpoint,
} from "../answers/webhooks.ts";
import type { Exposures } from "../exposure.ts";

/** The hour before this process began: an example that works, and stays the same. */
const lastHour = {
  from: new Date(Date.now() - 3_600_000).toISOString(),
  until: new Date().toISOString(),
};

export const webhooks = {
  "webhooks.list": {
    method: "GET",
    path: "/webhooks",
    tag: "Webhooks",
    summary: "List webhook endpoints",
    output: z.array(WebhookEndpoint),
    example: () => ({}),
  },
  "webhooks.create": {
    method: "POST",
    path: "/webhooks",
    tag: "Webhooks",
    summary: "Add a webhook endpoint",
    description:
      "From now on it receives the events it names, signed by Standard Webhooks with the secret in this answer. " +
      "The token must be allowed to read everything that those events are about, in the whole organization.",
    status: 201,
    output: EndpointWithSecret,
    example: () => ({ url: "https://hooks.example.com/kartis", events: ["card.created", "card.updated"] }),
  },
  "webhooks.update": {
    method: "PATCH",
    path: "/webhooks/{endpointId}",
    tag: "Webhooks",
    summary: "Change, pause or resume a webhook endpoint",
    description: "While it is paused, what happens waits. `active` also enables one that Kartis has disabled.",
    output: WebhookEndpoint,
    example: ({ endpointId }) => ({ endpointId, state: "paused" }),
  },
  "webhooks.rotateSecret": {
    method: "POST",
    path: "/webhooks/{endpointId}/rotate-secret",
    tag: "Webhooks",
    summary: "Give a webhook endpoint a new secret",
    description: "For 24 hours the previous one signs as well.",
    output: EndpointWithSecret,
    example: ({ endpointId }) => ({ endpointId }),
  },
  "webhooks.remove": {
    method: "DELETE",
    path: "/webhooks/{endpointId}",
    tag: "Webhooks",
    summary: "Remove a webhook endpoint",
    description: "With its log, and with what waits to be sent.",
    output: Done,
    example: ({ endpointId }) => ({ endpointId }),
  },
  "webhooks.deliveries": {
    method: "GET",
    path: "/webhooks/{endpointId}/deliveries",
    tag: "Webhooks",
    summary: "List an endpoint’s deliveries",
    description: "Newest first, for thirty days.",
    output: WebhookDeliveries,
    example: ({ endpointId }) => ({ endpointId, limit: 20 }),
  },
  "webhooks.delivery": {
    method: "GET",
    path: "/webhooks/{endpointId}/deliveries/{messageId}",
    tag: "Webhooks",
    summary: "Get a delivery with what was sent and answered",
    output: DeliveryDetails,
    example: ({ endpointId, messageId }) => ({ endpointId, messageId }),
  },
  "webhooks.resend": {
    method: "POST",
    path: "/webhooks/{endpointId}/deliveries/{messageId}/resend",
    tag: "Webhooks",
    summary: "Send a delivery again",
    description: "Under the same id. One that waits for its next attempt is attempted now.",
    output: WebhookDelivery,
    example: ({ endpointId, messageId }) => ({ endpointId, messageId }),
  },
  "webhooks.replay": {
    method: "POST",
    path: "/webhooks/{endpointId}/replay",
    tag: "Webhooks",
    summary: "Send again what happened in a stretch of time",
    description:
      "Of the last thirty days, what the endpoint was to get, including what it missed while it was disabled. With `withEarlier` " +
      "also what happened before it had chosen it.",
    output: Done,
    example: ({ endpointId }) => ({ endpointId, ...lastHour }),
  },
  "webhooks.replayCount": {
    method: "GET",
    path: "/webhooks/{endpointId}/replay",
    tag: "Webhooks",
    summary: "Count what a replay would send",
    output: ReplayCount,
    example: ({ endpointId }) => ({ endpointId, ...lastHour }),
  },
  "webhooks.test": {
    method: "POST",
    path: "/webhooks/{endpointId}/test",
    tag: "Webhooks",
    summary: "Send a test to a webhook endpoint",
    description: "At once, and answers with what came of it.",
    output: DeliveryDetails,
    example: ({ endpointId }) => ({ endpointId }),
  },
} as const satisfies Exposures;
