import type { CardTypeId } from "@kartis/core/kernel/id.ts";
import type { SavedView } from "@kartis/core/views/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useCan } from "../../../lib/permissions.ts";
import { queryClient } from "../../../lib/query-client.ts";
import { meOptions } from "../../../lib/session.ts";

/** A change of views is live; what a browser has kept from its last visit is asked for again behind the screen. */
export const viewsOptions = () => trpc.views.list.queryOptions({}, { staleTime: 10_000, meta: { quiet: true } });

const noViews: readonly SavedView[] = [];
const ofType = (views: readonly SavedView[], typeId: CardTypeId | undefined) =>
  views.filter((view) => view.typeId === (typeId ?? null));

/** The views of a type, or of all cards, in their order; and whether they have loaded. Somebody who may not read views has none. */
export function useViews(typeId: CardTypeId | undefined): { views: readonly SavedView[]; isKnown: boolean } {
  // Until the session is known, nobody is allowed anything.
  const isAsked = useQuery(meOptions()).data !== undefined;
  const isAllowed = useCan()(["CARDS_TABLE_VIEWS", "read"]);
  const { data, isPending } = useQuery({ ...viewsOptions(), enabled: isAllowed });
  return { views: isAllowed && data ? ofType(data, typeId) : noViews, isKnown: isAsked && (!isAllowed || !isPending) };
}

/** The view of that address, where the views are here. */
export function knownView(typeId: CardTypeId | undefined, slug: string | undefined): SavedView | undefined {
  const views = queryClient.getQueryData(viewsOptions().queryKey);
  return views && ofType(views, typeId).find((view) => view.slug === slug);
}

export const refreshViews = (): Promise<void> => queryClient.invalidateQueries(trpc.views.list.pathFilter());
