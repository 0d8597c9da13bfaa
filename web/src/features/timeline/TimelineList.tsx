import type { Card } from "@kartis/core/cards/schema.ts";
import { memo, useCallback, useEffect, useMemo, useRef } from "react";
import { useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { ActivityEntry } from "./entries/ActivityEntry.tsx";
import { HistoryEntry, type HistoryContext, HistoryRun } from "./entries/HistoryEntry.tsx";
import type { Row } from "./rows.ts";
import styles from "./timeline.module.css";
import { useRowWindow } from "./useRowWindow.ts";
import { useWhen } from "../dates/when.ts";

interface TimelineListProps {
  rows: readonly Row[];
  card: Card;
  history: HistoryContext;
  hasMore: boolean;
  isFetching: boolean;
  onMore: () => void;
}

const estimates = { day: 30, run: 38, entry: 64 } as const;

/** The entries by day. Only those near the visible part are drawn; the next page is requested before its end is reached. */
export function TimelineList({ rows, card, history, hasMore, isFetching, onMore }: TimelineListProps) {
  const t = useT();
  const when = useWhen();
  const list = useRef<HTMLDivElement>(null);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const estimate = useCallback((index: number) => estimates[rows[index]?.kind ?? "entry"], [rows]);
  const { first, last, above, below, measure } = useRowWindow(list, keys, estimate);
  const isNearEnd = last >= rows.length - 15;
  useEffect(() => {
    if (isNearEnd && hasMore && !isFetching) onMore();
  }, [isNearEnd, hasMore, isFetching, onMore]);
  return (
    <>
      <div ref={list} className={styles.list} role="group" aria-label={t("timeline.entries")}>
        <div style={{ blockSize: above }} />
        {rows.slice(first, last + 1).map((row) => (
          <div key={row.key} ref={measure} data-row={row.key} className={styles.row}>
            {row.kind === "day" ? (
              <h2 className={styles.day}>{when.day(row.day)}</h2>
            ) : (
              <Line row={row} card={card} history={history} />
            )}
          </div>
        ))}
        <div style={{ blockSize: below }} />
      </div>
      {hasMore && (
        <Button isPending={isFetching} onPress={onMore}>
          {t("card.history.earlier")}
        </Button>
      )}
    </>
  );
}

interface LineProps {
  row: Exclude<Row, { kind: "day" }>;
  card: Card;
  history: HistoryContext;
}

const Line = memo(
  function Line({ row, card, history }: LineProps) {
    if (row.kind === "run") return <HistoryRun {...history} items={row.items} isLast={row.isLast} />;
    const { entry, isLast } = row;
    return entry.kind === "activity" ? (
      <ActivityEntry entry={entry} card={card} isLast={isLast} />
    ) : (
      <HistoryEntry {...history} record={entry.record} at={entry.at} isLast={isLast} />
    );
  },
  (before, now) =>
    before.card === now.card &&
    before.history.asOf === now.history.asOf &&
    before.history.type === now.history.type &&
    before.row.isLast === now.row.isLast &&
    (before.row.kind === "entry" && now.row.kind === "entry" ? before.row.entry === now.row.entry : before.row === now.row),
);
