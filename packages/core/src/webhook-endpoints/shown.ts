import type { Clock } from "../kernel/clock.ts";
import { unpacked } from "./attempt.ts";
import type { Endpoint } from "./endpoints.ts";
import type { deliveryEntity, ProgressItem } from "./entity.ts";
import { type DeliveryDetails, deliveryFailures, type WebhookDelivery, type WebhookEndpoint } from "./schema.ts";
import type { EntityItem } from "electrodb";
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
    failingSince: progress?.failingSince ?? null,
    succeededAt: progress?.succeededAt ?? null,
  };
}

type DeliveryItem = EntityItem<ReturnType<typeof deliveryEntity>>;

const Headers = z.record(z.string(), z.string());
const Answer = z.object({ headers: Headers, body: z.string(), isCut: z.boolean() });

/** A line of the log. */
export const shownDelivery = ({
  messageId,
  event,
  state,
  createdAt,
  attempts,
  lastAt,
  status,
  durationMs,
  reason,
}: Omit<DeliveryItem, "body" | "answer" | "requestHeaders">): WebhookDelivery => ({
  messageId,
  event,
  state,
  createdAt,
  attempts,
  lastAt: lastAt ?? null,
  status: status ?? null,
  durationMs: durationMs ?? null,
  reason: deliveryFailures.find((known) => known === reason) ?? null,
});

/** The same with the request and the response, as far as they are kept. */
export function deliveryDetails(item: DeliveryItem): DeliveryDetails {
  const [body, headers] = [unpacked(item.body), Headers.safeParse(item.requestHeaders)];
  const answer = Answer.safeParse(item.answer);
  return {
    ...shownDelivery(item),
    request: body !== undefined && headers.success ? { headers: headers.data, body } : null,
    answer: answer.success ? answer.data : null,
  };
}
