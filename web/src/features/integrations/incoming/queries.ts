import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";
import type { RouterOutputs } from "../../../lib/types.ts";

export type Incoming = RouterOutputs["incomingWebhooks"]["list"][number];
export type IncomingSample = NonNullable<RouterOutputs["incomingWebhooks"]["sample"]>;
export type IncomingCallPage = RouterOutputs["incomingWebhooks"]["calls"];
export type IncomingCall = IncomingCallPage["calls"][number];

export const incomingOptions = () => trpc.incomingWebhooks.list.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Everything about incoming webhooks and their calls. */
export const refreshIncoming = () => queryClient.invalidateQueries(trpc.incomingWebhooks.pathFilter());
