import type { JournalAction } from "../data/journal.ts";
import { webhookEventNames, webhookEvents } from "./rules.ts";

/** Actions on endpoints that the fan-out handles. */
export const endpointActions = ["webhookEndpoint.update", "webhookEndpoint.delete", "webhookEndpoint.replay"] as const;

/** Actions after which an endpoint may have something to send. */
export const fanOutActions: readonly JournalAction[] = [
  ...webhookEventNames.map((name) => webhookEvents[name].action),
  ...endpointActions,
];
