import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import type { RouterOutputs } from "../../lib/types.ts";

export type ListedRole = RouterOutputs["roles"]["list"][number];
export type Member = RouterOutputs["members"]["details"][number];

export const rolesOptions = () => trpc.roles.list.queryOptions({}, { staleTime: 0 });
export const membersOptions = () => trpc.members.details.queryOptions({});

/** Asks for the roles again, after a change to one. */
export const refreshRoles = () => queryClient.invalidateQueries(trpc.roles.list.pathFilter());

/** Role in the address. */
export const roleOfSearch = (search: Record<string, unknown>): string | undefined =>
  typeof search["role"] === "string" ? search["role"] : undefined;

/** The system roles, as they are listed. */
export const systemRoles = ["OWNER", "ADMIN", "BASIC"] as const;
export type SystemRole = (typeof systemRoles)[number];
