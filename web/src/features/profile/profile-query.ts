import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";

export type Profile = RouterOutputs["profile"]["get"];

export const profileOptions = () => trpc.profile.get.queryOptions({}, { meta: { quiet: true } });

/** After a change of what colleagues see as well. */
export async function refreshProfile(): Promise<void> {
  await Promise.all(
    [trpc.profile.get, trpc.identity.me, trpc.members.list, trpc.members.details].map((query) =>
      queryClient.invalidateQueries(query.pathFilter()),
    ),
  );
}
