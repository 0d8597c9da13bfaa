import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { meOptions } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";

export type Member = RouterOutputs["members"]["list"][number];

const none: readonly Member[] = [];
const membersOptions = () => trpc.members.list.queryOptions({}, { staleTime: 5 * 60_000 });

/** Everyone whom a card can belong to. */
export function useMembers(): readonly Member[] {
  return useQuery(membersOptions()).data ?? none;
}

export function useMember(userId: string): Member | undefined {
  return useMembers().find((member) => member.userId === userId);
}

/** The country that a telephone number without a country code belongs to. */
export function useRegion(): string {
  return useQuery(meOptions()).data?.organization?.region ?? "";
}

/** The organization's time zone, in which instants are shown and entered. */
export function useTimeZone(): string {
  return useQuery(meOptions()).data?.organization?.timeZone ?? "UTC";
}
