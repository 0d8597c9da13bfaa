import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions } from "../../lib/session.ts";
import type { RouterOutputs } from "../../lib/types.ts";
import { colourPeople } from "../../ui/display/person-hues.ts";

export type Member = RouterOutputs["members"]["list"][number];

const none: readonly Member[] = [];
const membersOptions = () => trpc.members.list.queryOptions({}, { staleTime: 5 * 60_000 });

// Each has a color of their own wherever they are drawn, whoever has asked for their names.
queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (type !== "added" && type !== "updated") return;
  const [path] = query.queryKey;
  if (!Array.isArray(path) || path[0] !== "members" || path[1] !== "list") return;
  const members: readonly Member[] | undefined = query.state.data;
  if (members) colourPeople(members.map(({ userId }) => userId));
});

/** Everyone whom a card may name, suspended members among them. */
export function useMembers(): readonly Member[] {
  return useQuery(membersOptions()).data ?? none;
}

/** Everyone who can be chosen for a card. */
export const useAssignable = (): readonly Member[] => useMembers().filter(({ isAssignable }) => isAssignable);

/** Visitors from a parent organization; no request if there is no parent. */
export function useVisitors() {
  const hasVisitors = queryClient.getQueryData(meOptions().queryKey)?.organization?.hasVisitors ?? false;
  const { data } = useQuery(trpc.members.visitors.queryOptions({}, { staleTime: 5 * 60_000, enabled: hasVisitors }));
  return hasVisitors ? data : none;
}

/**
 * A person's name; "Former member" only once it is known that nobody of the organization has that id, and nothing until then. The same function until names
 * change, so that rows that are drawn with it need not be drawn again.
 */
export function useNameOf(): (userId: string) => string {
  const t = useT();
  const { data } = useQuery(membersOptions());
  const visitors = useVisitors();
  return useCallback(
    (userId) => {
      const isThem = (person: { readonly userId: string }) => person.userId === userId;
      return data && visitors ? ((data.find(isThem) ?? visitors.find(isThem))?.name ?? t("cards.formerMember")) : "";
    },
    [t, data, visitors],
  );
}
