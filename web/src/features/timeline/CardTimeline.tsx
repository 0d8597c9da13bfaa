import historyLarge from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import type { Card, CardType } from "@kartis/core/cards/schema.ts";
import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import { type ReactNode, useCallback, useMemo, useState } from "react";
import { useT, withWords } from "../../lib/i18n.tsx";
import { laterInFocus } from "../../lib/later.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { HistorySkeleton } from "../cards/card/CardSkeleton.tsx";
import { useDock } from "../cards/card/dock.ts";
import { useIsPhone } from "../../lib/device/useIsPhone.ts";
import { useReadOnCard } from "../unread/useRead.ts";
import { zone } from "../dates/days.ts";
import { AnswerContext, type Answering } from "./answering.ts";
import { Composer } from "./composer/Composer.tsx";
import { Filters } from "./Filters.tsx";
import { usePending, withPending } from "./pending.ts";
import { useLiveTimeline } from "./live.ts";
import { useTimeline, useTop } from "./queries.ts";
import { useHasTrash } from "./rights.ts";
import { rowsOf, withoutPinned } from "./rows.ts";
import { TimelineList } from "./TimelineList.tsx";
import styles from "./timeline.module.css";
import { OnTop } from "./OnTop.tsx";
import { useTimelineView } from "./view.ts";

const DeletedDialog = laterInFocus(async () => (await withWords(["changes"], import("./DeletedDialog.tsx"))).DeletedDialog);

export interface CardTimelineProps {
  card: Card;
  type: CardType;
  /** The record after which the card is shown, where that is not now. */
  asOf: string | undefined;
  onAsOf: (recordId: string | undefined) => void;
  /** What follows the entries. */
  below?: ReactNode;
}

/** Everything on a card: what people wrote, logged and did around it, what happened to it, and where more is written. */
export function CardTimeline({ card, type, asOf, onAsOf, below }: CardTimelineProps) {
  const t = useT();
  const isPhone = useIsPhone();
  useReadOnCard(card.id);
  const [view, setView] = useTimelineView();
  const { query, entries } = useTimeline(card.id, view);
  const pending = usePending();
  const top = useTop(card.id);
  const pinned = top?.pinned;
  const shown = useMemo(
    () => entries && withoutPinned(ordered(withPending(entries, card.id, pending), view.order), pinned),
    [entries, card.id, pending, view.order, pinned],
  );
  const rows = useMemo(() => shown && rowsOf(shown, zone), [shown]);
  useLiveTimeline(card.id, view);
  const newest = entries?.find(({ kind }) => kind === "history");
  const hasTrash = useHasTrash();
  const [isDeletedShown, setDeletedShown] = useState(false);
  const dock = useDock();
  const [answering, setAnswering] = useState<Answering>();
  const answer = useCallback((mail: Mail) => setAnswering({ mail, from: document.activeElement }), []);
  const composer = !card.trashedAt && (
    <Composer
      card={card}
      type={type}
      isPinned={isPhone}
      dock={dock}
      answering={dock ? answering : undefined}
      onAnswered={() => setAnswering(undefined)}
    />
  );

  return (
    <section className={styles.timeline} data-phone={isPhone || undefined} aria-label={t("card.activity")}>
      {!isPhone && composer}
      <Filters
        view={view}
        counts={top?.counts}
        onChange={setView}
        onDeleted={hasTrash && !card.trashedAt ? () => setDeletedShown(true) : undefined}
      />
      {isDeletedShown && <DeletedDialog card={card} onClose={() => setDeletedShown(false)} />}
      <AnswerContext value={dock ? answer : undefined}>
        {top && <OnTop top={top} card={card} />}
        {query.error && !query.data ? (
          <ErrorState
            error={query.error}
            level={2}
            actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>}
          />
        ) : !rows ? (
          <HistorySkeleton />
        ) : rows.length === 0 && pinned?.length ? undefined : rows.length === 0 ? (
          <EmptyState icon={historyLarge} title={t("timeline.none")} level={2} />
        ) : (
          <TimelineList
            rows={rows}
            card={card}
            history={{
              card,
              type,
              asOf,
              // The newest is how the card is now.
              onAsOf: (recordId) => (view.order === "newest" && recordId === newest?.id ? undefined : () => onAsOf(recordId)),
            }}
            hasMore={query.hasNextPage}
            isFetching={query.isFetchingNextPage}
            onMore={() => void query.fetchNextPage()}
          />
        )}
      </AnswerContext>
      {below && <div className={styles.below}>{below}</div>}
      {isPhone && composer}
    </section>
  );
}

const ordered = <Entry extends { readonly at: string; readonly id: string }>(
  entries: readonly Entry[],
  order: "newest" | "oldest",
) => {
  const sign = order === "newest" ? -1 : 1;
  return entries.toSorted((a, b) => sign * (a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : Number(a.id > b.id)));
};
