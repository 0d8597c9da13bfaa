import type { JournalAction } from "../data/journal.ts";
import { webhookEventNames, webhookEvents } from "./rules.ts";

/** Actions of endpoints after which there is something to do for them. */
export const endpointActions = ["webhookEndpoint.update", "webhookEndpoint.delete", "webhookEndpoint.replay"] as const;

/** Actions after which an endpoint may have something to send. */
export const toldActions: readonly JournalAction[] = [
  ...webhookEventNames.map((name) => webhookEvents[name].action),
  ...endpointActions,
];
