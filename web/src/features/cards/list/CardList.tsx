import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useCrumbs } from "../../../lib/crumbs.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useTitle } from "../../../lib/title.ts";
import { afterFirstScreen, firstScreenStands } from "../../../lib/warm-up.ts";
import { SkeletonRows } from "../../../ui/Skeleton.tsx";
import { loadDefinitions } from "../fields/definitions.ts";
import { preloadEditors } from "../fields/Editor.tsx";
import { fieldTraits } from "../fields/traits.ts";
import { FilterBar, preloadFilters } from "../filters/FilterBar.tsx";
import { CardTable } from "../table/CardTable.tsx";
import { columnsOf, columnsOfAll } from "../table/columns.ts";
import { useSelection } from "../table/selection.ts";
import { TableFooter } from "../table/TableFooter.tsx";
import { useLiveCards } from "../useLiveCards.ts";
import styles from "./CardList.module.css";
import { lastList, listMemory, rememberList } from "./list-memory.ts";
import { ListHeader } from "./ListHeader.tsx";
import { useCardList, type VisibleRange } from "./useCardList.ts";
import { useListState } from "./useListState.ts";
import { useIsPhone } from "./useIsPhone.ts";

const Failure = later(async () => (await import("../../../app/Failure.tsx")).default);
const NothingFound = later(async () => (await import("./NoCards.tsx")).NothingFound);
const NoCardsYet = later(async () => (await import("./NoCards.tsx")).NoCardsYet);
const PhoneList = later(async () => (await import("./PhoneList.tsx")).PhoneList);
const BulkBar = later(async () => (await withWords(["changes"], import("../bulk/BulkBar.tsx"))).BulkBar);

/** The first edit, filter or selection finds all it needs. */
function preload(): void {
  preloadEditors();
  preloadFilters();
  for (const part of [BulkBar, NothingFound, NoCardsYet]) void part.preload();
  void loadDefinitions();
}

/** The list of a type's cards, or of all. */
export function CardList({ types, type }: { types: readonly CardType[]; type: CardType | undefined }) {
  const t = useT();
  const router = useRouter();
  const queryClient = useQueryClient();
  const isPhone = useIsPhone();
  const state = useListState(type?.id);
  const [range, setRange] = useState<VisibleRange>({ first: 0, last: 40 });
  const columns = useMemo(() => (type ? columnsOf(type, t) : columnsOfAll(types, t)), [type, types, t]);
  const sums = useMemo(
    () => columns.flatMap(({ field }) => (field && fieldTraits[field.type].summable ? [field.id] : [])).slice(0, 20),
    [columns],
  );
  const list = useCardList(state.query, sums, range);
  // The list's own address: while a card opens, the router's is already the card's.
  const { href } = router.buildLocation({ to: type ? `/cards/${type.slug}` : "/cards", search: { ...state.search } });
  const shownKey = JSON.stringify(list.query);
  const total = list.total ?? 0;
  const isLoaded = list.total !== undefined;
  const selection = useSelection(shownKey, total, list.rowAt);
  const name = type?.pluralName ?? t("shell.allCards");
  const [cameBack] = useState(() => lastList() === href);

  useTitle(name);
  useCrumbs(type ? [{ label: t("shell.cards"), href: "/cards" }, { label: name }] : [{ label: t("shell.cards") }]);
  useLiveCards();
  useEffect(() => rememberList(href), [href]);
  useEffect(() => {
    if (!isLoaded) return;
    afterFirstScreen(preload);
    firstScreenStands();
  }, [isLoaded]);

  function open(card: Card) {
    const cardType = types.find((other) => other.id === card.typeId);
    if (!cardType) return;
    queryClient.setQueryData(trpc.cards.get.queryKey({ cardId: card.id }), (known) => known ?? { ...card, related: {} });
    void router.navigate({ to: "/cards/$slug/$cardId", params: { slug: cardType.slug, cardId: card.id } });
  }

  const isNarrowed = state.search.filter !== undefined || state.search.q !== undefined;
  return (
    <section className={styles.list} aria-label={name}>
      <ListHeader name={name} type={type} total={list.total} state={state} query={list.query} />
      <FilterBar type={type} columns={columns} state={state} />
      <div className={styles.progress} data-busy={list.isSwitching || undefined} />
      {list.error ? (
        <Failure error={list.error} onRetry={list.retry} />
      ) : list.total === undefined ? (
        <SkeletonRows rows={18} />
      ) : list.total === 0 && isNarrowed ? (
        <NothingFound onClear={() => void router.navigate({ to: router.state.location.pathname, search: {} })} />
      ) : list.total === 0 ? (
        <NoCardsYet name={name} />
      ) : isPhone ? (
        <PhoneList
          key={shownKey}
          types={types}
          columns={columns}
          total={total}
          rowAt={list.rowAt}
          memory={listMemory(href)}
          onRange={setRange}
          onOpen={open}
        />
      ) : (
        <CardTable
          label={name}
          listKey={type?.id ?? "all"}
          columns={columns}
          types={types}
          total={total}
          rowAt={list.rowAt}
          sort={state.sort}
          selection={selection}
          memory={listMemory(href)}
          hasFocusOnArrival={cameBack}
          onRange={setRange}
          onSort={state.setSort}
          onOpen={open}
        />
      )}
      {!isPhone && total > 0 && <TableFooter total={total} columns={columns} sums={list.sums} />}
      {!isPhone && selection.count > 0 && <BulkBar type={type} query={list.query} selection={selection} total={total} />}
    </section>
  );
}
