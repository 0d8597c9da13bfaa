import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";

export type Member = RouterOutputs["members"]["details"][number];
export type Invitation = RouterOutputs["members"]["invitations"][number];

export const membersOptions = () => trpc.members.details.queryOptions({}, { staleTime: 0 });
export const invitationsOptions = () => trpc.members.invitations.queryOptions({}, { staleTime: 0 });

/** Members with two-step sign-in: visible to admins only. */
export const securityOptions = () => trpc.members.security.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** The members' telephone extensions. */
export const extensionsOptions = () => trpc.voip.extensions.queryOptions({}, { staleTime: 0, meta: { quiet: true } });

/** Asks again for who is there, who is invited, and how many have which role. */
export async function refreshMembers(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries(trpc.members.list.pathFilter()),
    queryClient.invalidateQueries(trpc.members.details.pathFilter()),
    queryClient.invalidateQueries(trpc.members.security.pathFilter()),
    queryClient.invalidateQueries(trpc.members.invitations.pathFilter()),
    queryClient.invalidateQueries(trpc.voip.extensions.pathFilter()),
    queryClient.invalidateQueries(trpc.roles.list.pathFilter()),
  ]);
}
