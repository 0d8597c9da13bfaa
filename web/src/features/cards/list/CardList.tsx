import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { isFigure } from "@kartis/core/cards/figures/schema.ts";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useCrumbs } from "../../../lib/pages/crumbs.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useTitle } from "../../../lib/pages/title.ts";
import { afterFirstScreen, firstScreenStands } from "../../../lib/warm-up.ts";
import { loadDefinitions } from "../../fields/definitions.ts";
import { preloadEditors } from "../../fields/screens.ts";
import { FilterBar, preloadFilters } from "../filters/FilterBar.tsx";
import { CardTable } from "../table/CardTable.tsx";
import { arrange, columnsOf, columnsOfAll, moved, viewColumnsOf, type Column, type PlacedColumn } from "../table/columns.ts";
import { preloadOperations } from "../table/ranges/useRanges.ts";
import { preloadHeaderDrag } from "../table/useHeaderDrag.ts";
import { useSelection } from "../table/selection.ts";
import { preloadViews } from "../views/ViewTabs.tsx";
import { useGroups, type Groups } from "../groups/useGroups.ts";
import { useLiveCards } from "../useLiveCards.ts";
import footer from "../table/TableFooter.module.css";
import styles from "./CardList.module.css";
import { beginWithRow } from "./begin-with-row.ts";
import { lastList, listMemory, rememberList } from "./list-memory.ts";
import { ListHeader } from "./ListHeader.tsx";
import { ListSkeleton, RowsSkeleton } from "./ListSkeleton.tsx";
import { useCardList, type CardListState, type VisibleRange } from "./useCardList.ts";
import { useListState, type ListState } from "./useListState.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";

const Failure = later(async () => (await import("../../../ui/pages/Failure.tsx")).default);
const NothingFound = later(async () => (await import("./NoCards.tsx")).NothingFound);
const NoCardsYet = later(async () => (await import("./NoCards.tsx")).NoCardsYet);
const PhoneList = later(async () => (await import("./PhoneList.tsx")).PhoneList);
const BulkBar = later(async () => (await withWords(["changes", "rights"], import("../bulk/BulkBar.tsx"))).BulkBar);

const TableFooter = later(
  async () => (await import("../table/TableFooter.tsx")).TableFooter,
  <footer className={footer.footer} />,
);

const PastList = later(async () => (await withWords(["past"], import("../past/PastList.tsx"))).PastList, <ListSkeleton />);
const OtherDisplay = later(async () => (await import("../displays/OtherDisplay.tsx")).OtherDisplay);
const HeadMenu = later(() => withWords(["views"], import("../table/HeadMenu.tsx")).then((module) => module.HeadMenu));

const summableOf = (columns: readonly Column[]): string[] =>
  columns.flatMap(({ field }) => (field && fieldTraits[field.type].summable ? [field.id] : [])).slice(0, 20);

/** The first edit, filter or selection finds all it needs. */
function preload(): void {
  preloadEditors();
  preloadFilters();
  preloadViews();
  preloadOperations();
  preloadHeaderDrag();
  for (const part of [BulkBar, HeadMenu, NothingFound, NoCardsYet]) void part.preload();
  void loadDefinitions();
}

/** The list of a type's cards, or of all, as its address and view say. */
export function CardList({ types, type }: { types: readonly CardType[]; type: CardType | undefined }) {
  const state = useListState(type?.id);
  if (!state.isReady) return <ListSkeleton />;
  const { asOf } = state.search;
  return type && asOf ? <PastList type={type} state={state} at={asOf} /> : <ShownList types={types} type={type} state={state} />;
}

interface ShownListProps {
  types: readonly CardType[];
  type: CardType | undefined;
  state: ListState;
}

function ShownList({ types, type, state }: ShownListProps) {
  const t = useT();
  const router = useRouter();
  const isPhone = useIsPhone();
  const { current } = state;
  const [range, setRange] = useState<VisibleRange>({ first: 0, last: 40 });
  const allColumns = useMemo(() => (type ? columnsOf(type, t) : columnsOfAll(types, t)), [type, types, t]);
  const placed = useMemo(() => arrange(allColumns, current.columns), [allColumns, current.columns]);
  const columns = useMemo(() => placed.flatMap(({ column, isHidden }) => (isHidden ? [] : [column])), [placed]);
  const sums = useMemo(() => current.sums ?? summableOf(columns), [columns, current.sums]);
  const [filterOn, setFilterOn] = useState<string>();
  // Two lines a card leave no room for heads; a phone has the order of the groups all the same.
  const grouped = useGroups(isPhone ? undefined : type, state, sums);
  const isShowingFigures = columns.some(({ id }) => isFigure(id));
  const query = useMemo(
    () => (isShowingFigures ? { ...state.query, withFigures: true } : state.query),
    [state.query, isShowingFigures],
  );
  const rows = useCardList(query, sums, grouped ? grouped.rowsIn(range) : range);
  const list = grouped && rows.total !== undefined ? inGroups(rows, grouped) : rows;
  // The list's own address: while a card opens, the router's is already the card's.
  const { href } = router.buildLocation({ to: type ? `/cards/${type.slug}` : "/cards", search: { ...state.search } });
  const shownKey = JSON.stringify(list.query);
  const total = list.total ?? 0;
  const memory = listMemory(`${type?.id ?? ""} ${current.groupBy ?? ""} ${shownKey}`);
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
    beginWithRow(card);
    void router.navigate({ to: "/cards/$slug/$cardId", params: { slug: cardType.slug, cardId: card.id } });
  }

  const isNarrowed = current.filter !== undefined || current.search !== undefined;
  const isOther = type !== undefined && current.display !== "table";
  const showColumns = (next: readonly PlacedColumn[]) => state.change({ columns: viewColumnsOf(next) }, false);
  const footer = !isPhone && total > 0 && <TableFooter total={total} columns={columns} sums={list.sums} />;
  const table = isPhone ? (
    <PhoneList
      key={shownKey}
      types={types}
      columns={columns}
      total={total}
      rowAt={list.rowAt}
      memory={memory}
      onRange={setRange}
      onOpen={open}
    />
  ) : (
    <CardTable
      label={name}
      columns={columns}
      types={types}
      total={grouped?.length ?? total}
      rowAt={list.rowAt}
      groups={grouped}
      load={list.load}
      sort={state.sort}
      selection={selection}
      memory={memory}
      hasFocusOnArrival={cameBack}
      isUnderBar={selection.count > 0}
      onRange={setRange}
      onSort={state.setSort}
      layout={{
        widthIn: (column) => placed.find((entry) => entry.column === column)?.width,
        onResize: (columnId, width) =>
          showColumns(placed.map((entry) => (entry.column.id === columnId ? { ...entry, width } : entry))),
        onMove: (columnId, by) => showColumns(moved(placed, columnId, by)),
        menu: (column, anchor, onClose) => (
          <HeadMenu column={column} columns={allColumns} anchor={anchor} state={state} onFilter={setFilterOn} onClose={onClose} />
        ),
      }}
      onOpen={open}
    />
  );
  return (
    <section className={styles.list} aria-label={name}>
      <ListHeader name={name} type={type} total={list.total} state={state} query={list.query} columns={columns} />
      <FilterBar
        type={type}
        columns={allColumns}
        state={state}
        total={total}
        filterOn={filterOn}
        onFilterOpen={() => setFilterOn(undefined)}
      />
      <div className={styles.progress} data-busy={list.isSwitching || undefined} />
      {list.error ? (
        <Failure error={list.error} onRetry={list.retry} />
      ) : list.total === 0 && isNarrowed ? (
        <NothingFound onClear={() => state.change({ filter: undefined, search: undefined })} />
      ) : list.total === 0 ? (
        <NoCardsYet name={name} />
      ) : isOther ? (
        <OtherDisplay
          type={type}
          columns={columns}
          state={state}
          query={list.query}
          sums={sums}
          isCounted={isLoaded}
          hasFocusOnArrival={cameBack}
          onOpen={open}
          table={
            <>
              {table}
              {footer}
            </>
          }
        />
      ) : isLoaded ? (
        table
      ) : (
        <RowsSkeleton />
      )}
      {!isPhone && selection.count > 0 && <BulkBar type={type} query={list.query} selection={selection} total={total} />}
      {!isOther && footer}
    </section>
  );
}

/** The rows of a list as they stand in groups, where heads are rows too. */
function inGroups(rows: CardListState, groups: Groups): CardListState {
  return {
    ...rows,
    rowAt: (index) => groups.rowAt(index, rows.rowAt),
    load: async (first, last) => {
      const shown = groups.rowsIn({ first, last });
      const cards = await rows.load(shown.first, shown.last);
      return Array.from({ length: last - first + 1 }, (_, offset) =>
        groups.rowAt(first + offset, (index) => cards[index - shown.first]),
      );
    },
  };
}
