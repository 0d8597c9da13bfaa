import trashIcon from "@fluentui/svg-icons/icons/delete_20_regular.svg?icon";
import restoreIcon from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import { daysLeft } from "@kartis/core/cards/trash/rules.ts";
import { type ReactNode, useState } from "react";
import { useFormatHere, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { SearchInput } from "../../ui/inputs/SearchInput.tsx";
import { OtherTrashes } from "./OtherTrashes.tsx";
import styles from "./trash.module.css";

interface Pages {
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

interface ActivityTrashProps<Row> {
  pages: Pages;
  /** Undefined until they have come. */
  rows: readonly Row[] | undefined;
  total: number;
  search: string;
  onSearch: (search: string) => void;
  /** What the trash is for, where it is empty. */
  hint: string;
  /** How long what is in it is kept. */
  kept: string;
  /** What is done with what is selected. */
  actions?: ReactNode;
  children: (row: Row) => ReactNode;
}

/** What was deleted, with a search and the way back. */
export function ActivityTrash<Row>(props: ActivityTrashProps<Row>) {
  const { pages, rows, total, search, onSearch, hint, kept, actions, children } = props;
  const t = useT();
  const format = useFormatHere();
  return (
    <section className={styles.page} aria-label={t("shell.trash")}>
      <header className={styles.header}>
        <h1 className={styles.title}>
          {t("shell.trash")} <span className={styles.count}>{rows && format.number(total)}</span>
        </h1>
        {actions}
        <span className={styles.search}>
          <SearchInput label={t("changes.trash.search")} value={search} onChange={onSearch} />
        </span>
      </header>
      {pages.error && !rows ? (
        <ErrorState
          error={pages.error}
          level={2}
          actions={<Button onPress={() => void pages.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : !rows ? (
        <SkeletonRows rows={12} />
      ) : rows.length === 0 ? (
        <EmptyState icon={trashIcon} title={t(search ? "changes.trash.notFound" : "changes.trash.empty")} level={2}>
          {hint}
        </EmptyState>
      ) : (
        <>
          <p className={styles.note}>{kept}</p>
          <ul className={styles.rows}>{rows.map(children)}</ul>
        </>
      )}
      {pages.hasNextPage && (
        <Button isPending={pages.isFetchingNextPage} onPress={() => void pages.fetchNextPage()}>
          {t("common.more")}
        </Button>
      )}
      <OtherTrashes />
    </section>
  );
}

interface TrashedRowProps {
  name: string;
  trashedAt: string;
  /** A box that selects it. */
  selecting?: ReactNode;
  /** What is said of it besides when it was deleted. */
  facts?: ReactNode;
  onRestore: () => void;
  /** The name as it is shown. */
  children: ReactNode;
}

/** One thing in the trash. */
export function TrashedRow({ name, trashedAt, selecting, facts, onRestore, children }: TrashedRowProps) {
  const t = useT();
  const format = useFormatHere();
  const [nowMs] = useState(Date.now);
  const left = daysLeft(trashedAt, nowMs);
  return (
    <li className={styles.row}>
      {selecting}
      <span className={styles.main}>
        {children}
        <span className={styles.meta}>
          {facts}
          {t("tasks.trash.deletedOn", { date: format.dateTime(trashedAt) })}
          {" · "}
          <span data-soon={left <= 7 || undefined} className={styles.left}>
            {t("tasks.trash.daysLeft", { count: left })}
          </span>
        </span>
      </span>
      <Button icon={restoreIcon} aria-label={t("changes.restoreNamed", { name })} onPress={onRestore}>
        <span className={styles.restore}>{t("changes.restore")}</span>
      </Button>
    </li>
  );
}
