import { hasNoPast, mostChangedCards, mostListRecords } from "@kartis/core/as-of/bounds.ts";
import { conditionsIn } from "@kartis/core/automations/conditions/subject.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import historyIcon from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { toAppError } from "../../../lib/errors.ts";
import { useFormatHere, useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useCrumbs } from "../../../lib/pages/crumbs.ts";
import { useTitle } from "../../../lib/pages/title.ts";
import { firstScreenStands } from "../../../lib/warm-up.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { FilterBar } from "../filters/FilterBar.tsx";
import { ListSearchField } from "../list/ListHeader.tsx";
import { RowsSkeleton } from "../list/ListSkeleton.tsx";
import { listMemory, rememberList } from "../list/list-memory.ts";
import type { VisibleRange } from "../list/useCardList.ts";
import { useIsPhone } from "../../../lib/device/useIsPhone.ts";
import type { ListState } from "../list/useListState.ts";
import { arrange, columnsOf } from "../table/columns.ts";
import { useLiveCards } from "../useLiveCards.ts";
import { knownFilter } from "./known.ts";
import { PastBar } from "./PastBar.tsx";
import { PastRows } from "./PastRows.tsx";
import { PastTable } from "./PastTable.tsx";
import styles from "./past.module.css";
import { type PastQuery, usePastList } from "./usePastList.ts";

const Failure = later(async () => (await import("../../../ui/pages/Failure.tsx")).default);

interface PastListProps {
  type: CardType;
  state: ListState;
  at: string;
}

/** A type's list as of a moment: read-only, what differs from now is marked. Always a table without groups. */
export function PastList({ type, state, at }: PastListProps) {
  const t = useT();
  const format = useFormatHere();
  const router = useRouter();
  const isPhone = useIsPhone();
  const { current, query } = state;
  const [range, setRange] = useState<VisibleRange>({ first: 0, last: 40 });
  const [filterOn, setFilterOn] = useState<string>();
  const all = useMemo(() => columnsOf(type, t), [type, t]);
  const columns = useMemo(
    () => arrange(all, current.columns).filter(({ column, isHidden }) => !isHidden && !hasNoPast(column.id)),
    [all, current.columns],
  );
  const asked = useMemo((): PastQuery => {
    const filter = query.filter && knownFilter(query.filter);
    return {
      cardTypeId: type.id,
      at,
      ...(filter ? { filter } : {}),
      ...(query.search ? { search: query.search } : {}),
      sort: query.sort.filter(({ fieldId }) => !hasNoPast(fieldId)),
    };
  }, [query, type.id, at]);
  const list = usePastList(asked, range);
  const leftOut = useMemo(() => {
    const named = [...(query.filter ? conditionsIn(query.filter) : []), ...query.sort].map(({ fieldId }) => fieldId);
    const hidden = arrange(all, current.columns).flatMap(({ column, isHidden }) => (isHidden ? [] : [column.id]));
    const unknown = new Set([...named, ...hidden].filter(hasNoPast));
    return all.filter(({ id }) => unknown.has(id)).map(({ label }) => label);
  }, [query, all, current.columns]);
  const name = t("past.title", { name: type.pluralName, date: format.dateTime(at) });
  const { href } = router.buildLocation({ to: `/cards/${type.slug}`, search: { ...state.search } });
  const memory = listMemory(JSON.stringify(asked));
  const total = list.total ?? 0;

  useTitle(name);
  useCrumbs([{ label: t("shell.cards"), href: "/cards" }, { label: type.pluralName }]);
  useLiveCards();
  useEffect(() => rememberList(href), [href]);
  useEffect(() => {
    if (list.total !== undefined) firstScreenStands();
  }, [list.total]);

  const parts = { type, columns, total, rowAt: list.rowAt, memory, onRange: setRange };
  return (
    <section className={styles.list} aria-label={name}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          <bdi>{name}</bdi>{" "}
          {list.total !== undefined && (
            <span className={styles.count}>
              <Num>{format.number(total)}</Num>
            </span>
          )}
        </h1>
        {!isPhone && (
          <div className={styles.search}>
            <ListSearchField state={state} />
          </div>
        )}
      </header>
      <PastBar at={at} list={list.head} leftOut={leftOut} onChoose={state.showAsOf} onBack={() => state.showAsOf(undefined)} />
      <FilterBar
        type={type}
        columns={all}
        state={state}
        total={total}
        filterOn={filterOn}
        onFilterOpen={() => setFilterOn(undefined)}
      />
      {list.error && !list.head ? (
        <PastFailure error={list.error} onRetry={list.retry} onChoose={state.showAsOf} />
      ) : list.total === undefined ? (
        <RowsSkeleton />
      ) : total === 0 ? (
        <EmptyState icon={historyIcon} title={t("past.empty")}>
          {t("past.empty.about")}
        </EmptyState>
      ) : isPhone ? (
        <PastRows key={JSON.stringify(asked)} {...parts} />
      ) : (
        <PastTable key={JSON.stringify(asked)} label={name} {...parts} />
      )}
    </section>
  );
}

interface PastFailureProps {
  error: unknown;
  onRetry: () => void;
  onChoose: (at: string) => void;
}

/** Too much has changed since: offers the earliest moment that can be shown. */
function PastFailure({ error, onRetry, onChoose }: PastFailureProps) {
  const t = useT();
  const format = useFormatHere();
  const { messageKey, params } = toAppError(error);
  const from = params?.["from"];
  if (messageKey !== "errors.asOfTooFarBack" || typeof from !== "string")
    return error instanceof Error ? <Failure error={error} onRetry={onRetry} /> : <Failure />;
  return (
    <EmptyState
      icon={historyIcon}
      title={t("past.tooFar")}
      actions={<Button onPress={() => onChoose(from)}>{t("past.tooFar.show")}</Button>}
    >
      {t("past.tooFar.about", {
        cards: format.number(mostChangedCards),
        records: format.number(mostListRecords),
        date: format.dateTime(from),
      })}
    </EmptyState>
  );
}
