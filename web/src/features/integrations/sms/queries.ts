import type { AppError } from "../../../lib/errors.ts";
import { trpc } from "../../../lib/api.ts";
import { queryClient } from "../../../lib/query-client.ts";

export const smsOptions = () => trpc.sms.settings.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Codes have been sent too often: the form that asks for one says when the next can be. */
export const isTooSoon = ({ code }: AppError): boolean => code === "TOO_MANY_REQUESTS";

/** Everything about senders and balance, here and on cards. */
export const refreshSms = () => queryClient.invalidateQueries(trpc.sms.pathFilter());
