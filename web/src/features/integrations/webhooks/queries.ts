import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import type { RouterOutputs } from "../../../lib/types.ts";

export type Endpoint = RouterOutputs["webhooks"]["list"][number];
export type EndpointWithSecret = RouterOutputs["webhooks"]["create"];
export type Delivery = RouterOutputs["webhooks"]["deliveries"]["deliveries"][number];
export type DeliveryDetails = RouterOutputs["webhooks"]["delivery"];

export const endpointsOptions = () => trpc.webhooks.list.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Everything about endpoints and their deliveries. */
export const refreshWebhooks = () => queryClient.invalidateQueries(trpc.webhooks.pathFilter());
