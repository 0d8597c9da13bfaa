import type { CardType } from "@kartis/core/cards/schema.ts";
import type { Filter } from "@kartis/core/cards/query/schema.ts";
import type { SavedView } from "@kartis/core/views/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { searchOf } from "../cards/list/list-state.ts";
import { stateOfView } from "./useDashboard.ts";

/** The address of the list of exactly those cards. */
export function useListHref(): (
  type: CardType,
  view: SavedView | undefined,
  narrow?: (filter: Filter | undefined) => Filter,
) => string {
  const router = useRouter();
  return (type, view, narrow) => {
    const state = stateOfView(view);
    const next = narrow ? { ...state, filter: narrow(state.filter) } : state;
    const search = searchOf(next, state, view?.slug);
    return router.buildLocation({ to: "/cards/$slug", params: { slug: type.slug }, search: { ...search } }).href;
  };
}
