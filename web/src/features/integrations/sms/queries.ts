import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

export const smsOptions = () => trpc.sms.settings.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Everything about senders and balance, here and on cards. */
export const refreshSms = () => queryClient.invalidateQueries(trpc.sms.pathFilter());
