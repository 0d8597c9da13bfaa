import type { AppError } from "../../../lib/errors.ts";
import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

export const smsOptions = () => trpc.sms.settings.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Codes were requested too often: the form says when the next one can be sent. */
export const isTooSoon = ({ code }: AppError): boolean => code === "TOO_MANY_REQUESTS";

/** Everything about senders and balance, here and on cards. */
export const refreshSms = () => queryClient.invalidateQueries(trpc.sms.pathFilter());
