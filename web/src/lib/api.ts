import type { AppRouter } from "@kartis/functions/api/router.ts";
import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { queryClient } from "./query-client.ts";

/** For calls outside React Query: exports, one-off checks. */
export const client = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: "/api/trpc",
      methodOverride: "POST",
      // The server takes no more calls in one request.
      maxItems: 10,
      headers: () => ({ "x-request-id": crypto.randomUUID() }),
    }),
  ],
});

/** `useQuery(trpc.cards.get.queryOptions({ id: cardId }))`, `useMutation(trpc.cards.update.mutationOptions())`, `trpc.cards.pathFilter()`. */
export const trpc = createTRPCOptionsProxy<AppRouter>({ client, queryClient });
