import type { CardType } from "@kartis/core/cards/schema.ts";
import type { CardQuery, Filter, Sort } from "@kartis/core/cards/query/schema.ts";
import type { SavedView, ViewState } from "@kartis/core/views/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { defaultParseSearch, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { withAbove } from "../../../lib/above-page.ts";
import { useT } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { meOptions } from "../../../lib/session.ts";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { readDraft, writeDraft } from "../views/drafts.ts";
import { knownView, refreshViews, useViews } from "../views/useViews.ts";
import { plainView, readListSearch, searchOf, stateOf, withMe, differences, type ListSearch } from "./list-state.ts";

export interface ListState {
  /** State in the address. */
  search: ListSearch;
  views: readonly SavedView[];
  /** The view that is open; undefined for the list without one. */
  view: SavedView | undefined;
  /** False until the view of the address is here. */
  isReady: boolean;
  /** The view with the unsaved changes applied. */
  current: ViewState;
  /** Parts that differ from the view, or from the default list without one. */
  changed: readonly (keyof ViewState)[];
  /** The version of the view that the changes were begun over. */
  baseVersion: number;
  sort: readonly Sort[];
  query: CardQuery;
  setFilter: (filter: Filter | undefined) => void;
  setSort: (sort: readonly Sort[]) => void;
  setText: (text: string) => void;
  /** Changes what is shown; a part that is undefined goes. `step`: Back goes back over it. */
  change: (patch: { [Part in keyof ViewState]?: ViewState[Part] | undefined }, step?: boolean) => void;
  /** Back to what the view has, of these parts or of all. */
  discard: (parts?: readonly (keyof ViewState)[]) => void;
  /** Shows the list as of a moment, or as it is now. */
  showAsOf: (at: string | undefined) => void;
}

type TypeId = CardType["id"] | undefined;

/** Groups are the list in the order of what it is grouped by: their rows are next to each other then, and pages go on as they do without groups. */
function sortOf({ display, groupBy, sort }: ViewState): Sort[] {
  if (display !== "table" || !groupBy) return [...sort];
  const own = sort.find(({ fieldId }) => fieldId === groupBy);
  const rest = sort.filter(({ fieldId }) => fieldId !== groupBy);
  return [own ?? { fieldId: groupBy, direction: "asc" as const }, ...rest].slice(0, 5);
}

/** Query of a list. */
function queryOf(typeId: TypeId, state: ViewState, userId: string, asOf?: string): CardQuery {
  const { filter, search } = state;
  return {
    ...(typeId ? { cardTypeId: typeId } : {}),
    ...(filter ? { filter: withMe(filter, userId, asOf ? new Date(asOf) : undefined) } : {}),
    ...(search ? { search } : {}),
    sort: sortOf(state),
  };
}

/** Query of the list at an address of `/cards` or `/cards/{slug}`, including its view. */
export function queryOfAddress(typeId: TypeId, href: string): CardQuery {
  const [, address = ""] = href.split("?");
  const search = readListSearch(defaultParseSearch(address ? `?${address}` : ""));
  const view = knownView(typeId, search.view)?.state ?? plainView;
  return queryOf(typeId, stateOf(search, view), queryClient.getQueryData(meOptions().queryKey)?.user.id ?? "");
}

/** The part of a list without a view that is kept for the next visit: its appearance, not its filters. */
const lasting = ({ columns, display, by, date, group, sums }: ListSearch): ListSearch => ({
  ...(columns ? { columns } : {}),
  ...(display ? { display } : {}),
  ...(by ? { by } : {}),
  ...(date ? { date } : {}),
  ...(group ? { group } : {}),
  ...(sums ? { sums } : {}),
});

const isBare = ({ view: _, ...rest }: ListSearch): boolean => Object.keys(rest).length === 0;

/**
 * The list's state is its address: what it shows can be shared and comes back with Back. What was changed over a view is also kept in this browser, so that
 * it is there again on the way back to the view; an address that says something itself wins over it.
 */
export function useListState(typeId: TypeId): ListState {
  const t = useT();
  const router = useRouter();
  const raw = useSearch({ strict: false });
  const address = JSON.stringify(readListSearch(raw));
  const { views, isKnown } = useViews(typeId);
  const userId = useQuery(meOptions()).data?.user.id ?? "";
  const inAddress = useMemo(() => readListSearch(JSON.parse(address)), [address]);
  const view = views.find(({ slug }) => slug === inAddress.view);
  const of = `${typeId ?? "all"}:${view?.id ?? ""}`;
  // The list cached at the last visit may lack the view: it is gone only if the server says so.
  const isMissing = inAddress.view !== undefined && isKnown && !view;
  const [soughtFor, setSoughtFor] = useState<string>();
  const isGone = isMissing && soughtFor === inAddress.view;
  useEffect(() => {
    const slug = inAddress.view;
    if (isMissing) void refreshViews().then(() => setSoughtFor(slug));
  }, [isMissing, inAddress.view]);
  const isReady = inAddress.view === undefined || view !== undefined || isGone;

  const [arrival, setArrival] = useState<{ of: string; address: string; draft: ListSearch | undefined }>();
  let restored = arrival?.of === of && arrival.address === address ? arrival.draft : undefined;
  if (isReady && arrival?.of !== of) {
    const kept = isBare(inAddress) ? readDraft(of)?.search : undefined;
    restored = kept && !isBare(kept) ? kept : undefined;
    setArrival({ of, address, draft: restored });
  }
  // Once it stands in the address it has come back; the bare address means the view itself from then on.
  if (arrival?.of === of && arrival.draft && arrival.address !== address) setArrival({ ...arrival, draft: undefined });
  const isArriving = restored !== undefined;
  const restoredText = restored && JSON.stringify(restored);

  const base = view?.state ?? plainView;
  const { search, current, query } = useMemo(() => {
    const search: ListSearch = { ...inAddress, ...(restoredText ? readListSearch(JSON.parse(restoredText)) : {}) };
    // The view may have got another address, or none, since the draft was kept.
    if (view) search.view = view.slug;
    else delete search.view;
    const current = stateOf(search, base);
    return { search, current, query: queryOf(typeId, current, userId, search.asOf) };
  }, [inAddress, restoredText, base, view, typeId, userId]);

  const writeHere = useEffectEvent((next: ListSearch) => {
    const { pathname, search: now } = router.latestLocation;
    void router.navigate({ to: pathname, search: withAbove({ ...next }, now), replace: true });
  });
  useEffect(() => {
    if (isArriving) writeHere(search);
  }, [isArriving, search]);
  // A view that is gone leaves the list that it was of.
  useEffect(() => {
    if (!isGone) return;
    showToast({ tone: "info", code: "view.notFound", title: t("cards.views.notFound") });
    writeHere(search);
  }, [isGone, search, t]);
  // Back and Forward also change the draft.
  const left = useRef<string>(undefined);
  const stateVersion = view?.stateVersion ?? 0;
  useEffect(() => {
    if (!isReady || isArriving || arrival?.of !== of) return;
    if (arrival.address !== address) left.current = of;
    if (left.current !== of) return;
    const { asOf: _, ...kept } = view ? inAddress : lasting(inAddress);
    writeDraft(of, isBare(kept) ? undefined : { search: kept, version: readDraft(of)?.version ?? stateVersion });
  }, [address, inAddress, arrival, isArriving, isReady, of, view, stateVersion]);

  function show(next: ListSearch, isStep: boolean) {
    void router.navigate({ to: router.latestLocation.pathname, search: { ...next }, replace: !isStep });
  }

  /** Changes are based on the current address: a search typed before a sort was pressed settles after it. */
  const change: ListState["change"] = (patch, isStep = true) => {
    const here = readListSearch(router.latestLocation.search);
    const now = isArriving ? current : stateOf(here, base);
    const next: Record<string, unknown> = { ...now };
    for (const [part, value] of Object.entries(patch)) {
      if (value === undefined) delete next[part];
      else next[part] = value;
    }
    show(
      {
        ...searchOf({ ...plainView, ...next }, base, view?.slug),
        ...(here.at ? { at: here.at } : {}),
        ...(here.asOf ? { asOf: here.asOf } : {}),
      },
      isStep,
    );
  };

  const changed = useMemo(() => differences(current, base), [current, base]);
  return {
    search,
    views,
    view,
    isReady,
    current,
    changed,
    baseVersion: changed.length > 0 ? (readDraft(of)?.version ?? stateVersion) : stateVersion,
    sort: current.sort,
    query,
    setFilter: (filter) => change({ filter }),
    setSort: (sort) => change({ sort: [...sort] }),
    setText: (text) => change({ search: text || undefined }, false),
    change,
    discard: (parts) => {
      if (parts) change(Object.fromEntries(parts.map((part) => [part, base[part]])));
      else {
        writeDraft(of, undefined);
        show(view ? { view: view.slug } : {}, true);
      }
    },
    showAsOf(at) {
      const { asOf: _, ...here } = readListSearch(router.latestLocation.search);
      show(at ? { ...here, asOf: at } : here, true);
    },
  };
}
