import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { SavedView, ViewState } from "@kartis/core/views/schema.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter, useSearch } from "@tanstack/react-router";
import { trpc } from "../../lib/api.ts";
import { queryClient } from "../../lib/query-client.ts";
import { plainView } from "../cards/list/list-state.ts";
import { fieldOf, useCardTypes } from "../records/card-types.ts";
import { useViews } from "../cards/views/useViews.ts";

/** Settings of the pipeline: a type with statuses, the saved view that filters it, and the field that is summed. */
export interface Shown {
  readonly type: CardType;
  readonly view: SavedView | undefined;
  readonly sum: Field | undefined;
}

interface Dashboard {
  /** Undefined while it is not known, and where no type has statuses. */
  shown: Shown | undefined;
  isKnown: boolean;
  error: unknown;
  retry: () => void;
  /** The types that have statuses; those that the menu hides last. */
  types: readonly CardType[];
  views: readonly SavedView[];
  /** Shows something else from now on, here and the next time. */
  show: (next: Shown) => void;
}

/** Counts, where the address would otherwise have the first field of money. */
const none = "none";

const text = (raw: unknown): string | undefined => (typeof raw === "string" && raw !== "" ? raw : undefined);

const hasStatuses = (type: CardType): boolean => type.fields.some(({ id }) => id === "status");
export const sumsOf = (type: CardType): Field[] =>
  type.fields.filter((field) => fieldTraits[field.type].summable && !field.internal);

export const stateOfView = (view: SavedView | undefined): ViewState => view?.state ?? plainView;

/** The choice is the address's (`?type=leads&view=mine&sum=fld_…`); without one it is what the person saw last, on whatever device. */
export function useDashboard(): Dashboard {
  const router = useRouter();
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const { types: all, error, retry } = useCardTypes();
  const slug = text(raw["type"]);
  const choice = useQuery(
    trpc.dashboard.choice.queryOptions({}, { enabled: slug === undefined, staleTime: Infinity, meta: { quiet: true } }),
  );
  const remember = useMutation(trpc.dashboard.choose.mutationOptions());
  const types = (all ?? []).filter(hasStatuses).toSorted((a, b) => Number(a.hidden) - Number(b.hidden));
  const inAddress = types.find((type) => type.slug === slug);
  const last = inAddress ? undefined : choice.data;
  const remembered = types.find(({ id }) => id === last?.typeId);
  const type = inAddress ?? remembered ?? types[0];
  const { views, isKnown: areViewsKnown } = useViews(type?.id);
  const isKnown = all !== undefined && areViewsKnown && (slug !== undefined || !choice.isPending);

  function shownOf(of: CardType): Shown {
    const [viewSlug, sumId] = [text(raw["view"]), text(raw["sum"])];
    const isRemembered = of === remembered;
    const view = views.find((one) => (inAddress ? one.slug === viewSlug : isRemembered && one.id === last?.viewId));
    const wanted = inAddress ? sumId : isRemembered ? (last?.sumFieldId ?? none) : undefined;
    const sums = sumsOf(of);
    const first = sums.find((field) => fieldTraits[field.type].settings.includes("currency"));
    const sum = wanted === none ? undefined : (sums.find(({ id }) => id === wanted) ?? first);
    return { type: of, view, sum };
  }

  return {
    shown: isKnown && type ? shownOf(type) : undefined,
    isKnown,
    error: all ? undefined : error,
    retry,
    types,
    views,
    show: (next) => {
      const chosen = { typeId: next.type.id, viewId: next.view?.id ?? null, sumFieldId: next.sum?.id ?? null };
      queryClient.setQueryData(trpc.dashboard.choice.queryKey({}), chosen);
      remember.mutate(chosen);
      void router.navigate({
        to: "/dashboard",
        search: { type: next.type.slug, ...(next.view ? { view: next.view.slug } : {}), sum: next.sum?.id ?? none },
        replace: true,
      });
    },
  };
}

/** The field that the pipeline counts by. */
export const statusOf = (type: CardType): Field | undefined => fieldOf(type, "status");
