import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";

/** The reader's own Gmail. */
export const gmailOptions = () => trpc.gmail.settings.queryOptions({}, { staleTime: 60_000, meta: { quiet: true } });

export const refreshGmail = () => queryClient.invalidateQueries(trpc.gmail.pathFilter());
