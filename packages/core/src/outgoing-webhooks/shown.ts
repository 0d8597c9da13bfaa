import type { Clock } from "../kernel/clock.ts";
import { unpacked } from "./attempt.ts";
import type { Endpoint } from "./endpoints.ts";
import type { DeliveryItem, ProgressItem } from "./entity.ts";
import { type DeliveryDetails, deliveryFailures, type WebhookDelivery, type WebhookEndpoint } from "./schema.ts";
import * as z from "zod";

/** An endpoint as shown to its organization. */
export function shownEndpoint(
  endpoint: Endpoint,
  progress: ProgressItem | undefined,
  { clock, isWhole }: { readonly clock: Clock; /** With the path of its URL. */ readonly isWhole: boolean },
): WebhookEndpoint {
  const { endpointId, version, url, description, events, cardTypeIds, state, disabledReason, createdAt, previousUntil } =
    endpoint;
  return {
    id: endpointId,
    version,
    url: isWhole ? url : `${new URL(url).origin}/…`,
    description,
    events,
    cardTypeIds,
    state,
    disabledReason: state === "disabled" ? (disabledReason ?? "failing") : null,
    createdAt,
    previousSecretUntil: previousUntil !== undefined && Date.parse(previousUntil) > clock.now() ? previousUntil : null,
    failingSince: progress?.failingSince ?? progress?.testFailedAt ?? null,
    succeededAt: progress?.succeededAt ?? null,
  };
}

const Headers = z.record(z.string(), z.string());
const Answer = z.object({ headers: Headers, body: z.string(), isCut: z.boolean() });

/** A line of the log. @param nextAt when it is attempted next, if it is waiting */
export const shownDelivery = (
  {
    messageId,
    event,
    state,
    createdAt,
    attempts,
    lastAt,
    status,
    durationMs,
    reason,
  }: Omit<DeliveryItem, "body" | "answer" | "requestHeaders">,
  nextAt: string | undefined,
): WebhookDelivery => ({
  messageId,
  event,
  state,
  createdAt,
  attempts,
  lastAt: lastAt ?? null,
  nextAt: nextAt ?? null,
  status: status ?? null,
  durationMs: durationMs ?? null,
  reason: deliveryFailures.find((known) => known === reason) ?? null,
});

/** The same with the request and the response, as far as they are kept. */
export function deliveryDetails(item: DeliveryItem, nextAt?: string): DeliveryDetails {
  const [body, headers] = [unpacked(item.body), Headers.safeParse(item.requestHeaders)];
  const answer = Answer.safeParse(item.answer);
  return {
    ...shownDelivery(item, nextAt),
    request: body !== undefined && headers.success ? { headers: headers.data, body } : null,
    answer: answer.success ? answer.data : null,
  };
}
